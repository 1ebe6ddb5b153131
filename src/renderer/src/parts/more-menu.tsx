import { Button, Menu } from '@mantine/core'
import { IconDots, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../locales/i18n'

/** What is seldom wanted on a page of the desk. @param isBusy one of its items is under way */
export function MoreMenu({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={18} aria-hidden />} loading={isBusy}>
          {t('order.moreMenu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type ItemProps = { icon: TablerIcon; disabled?: boolean; onClick: () => void; children: string }

export function MoreItem({ icon: Icon, disabled = false, onClick, children }: ItemProps) {
  return (
    <Menu.Item mih={44} leftSection={<Icon aria-hidden />} disabled={disabled} onClick={onClick}>
      {children}
    </Menu.Item>
  )
}
