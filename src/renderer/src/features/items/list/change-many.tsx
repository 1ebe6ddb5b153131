import { Button, Menu } from '@mantine/core'
import {
  IconBarcode,
  IconDiscount,
  IconFileTypeCsv,
  IconListCheck,
  IconStack2,
  IconTag,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../../locales/i18n'
import { useMayManageNow } from '../../../parts/needs-supervisor'
import { useStores } from '../../../stores/stores'
import { useBulk } from '../../../parts/use-bulk'
import { CodesDialog } from './codes-dialog'
import { useItemList } from './use-item-list'

const OF_THESE = {
  price: IconTag,
  discount: IconDiscount,
  delist: IconTrash,
} as const satisfies Record<string, TablerIcon>

/** How many items are listed. `isReading`: until all have been read, nobody knows. */
export type ListedItems = { count: number; isReading: boolean }

/** Starts a change of the items that are listed, or of those in a file, or teaches codes. Packers do not see it. */
export function ChangeMany({ count, isReading }: ListedItems) {
  const { t } = useTranslation()
  const { screen } = useStores()
  const bulk = useBulk()
  const mayManage = useMayManageNow()
  const { filter } = useItemList()
  const [teaching, setTeaching] = useState(false)
  if (!mayManage) return null
  const go = () => screen.getState().go('bulk')
  return (
    <>
      <Menu position="bottom-end" width={370}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconStack2 size={20} aria-hidden />}>
            {t('bulk.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isReading && <Menu.Label>{t('bulk.stillReading')}</Menu.Label>}
          {(Object.keys(OF_THESE) as (keyof typeof OF_THESE)[]).map((kind) => {
            const Icon = OF_THESE[kind]
            return (
              <Menu.Item
                key={kind}
                mih={44}
                leftSection={<Icon size={20} aria-hidden />}
                disabled={count === 0 || isReading || filter.only === 'gone'}
                onClick={() => {
                  go()
                  void bulk.fromFilter({ kind, filter })
                }}
              >
                {t(`bulk.ofThese.${kind}`, { count })}
              </Menu.Item>
            )
          })}
          <Menu.Divider />
          <Menu.Item
            mih={44}
            leftSection={<IconFileTypeCsv size={20} aria-hidden />}
            onClick={() => {
              go()
              bulk.chooseFile('create')
            }}
          >
            {t('bulk.byFile')}
          </Menu.Item>
          <Menu.Item
            mih={44}
            leftSection={<IconListCheck size={20} aria-hidden />}
            onClick={() => {
              go()
              bulk.showList()
            }}
          >
            {t('bulk.all')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            mih={44}
            leftSection={<IconBarcode size={20} aria-hidden />}
            onClick={() => setTeaching(true)}
          >
            {t('codes.file')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {teaching && <CodesDialog onClose={() => setTeaching(false)} />}
    </>
  )
}
