import { Button, Menu } from '@mantine/core'
import { IconDots, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../locales/i18n'

type MenuProps = {
  /** One of its items is under way. */
  isBusy: boolean
  disabled?: boolean
  children: ReactNode
}

/** What is seldom wanted on a page of the desk. */
export function MoreMenu({ isBusy, disabled = false, children }: MenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDots size={18} aria-hidden />}
          loading={isBusy}
          disabled={disabled}
        >
          {t('order.moreMenu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type ItemProps = { icon: TablerIcon; disabled?: boolean; onClick: () => void; children: string }

/** The keyboard begins at the first item that is not disabled: Mantine would take a disabled one, and then have no focus at all. */
export function MenuItem({ icon: Icon, disabled = false, onClick, children }: ItemProps) {
  return (
    <Menu.Item
      mih={44}
      leftSection={<Icon size={20} aria-hidden />}
      disabled={disabled}
      data-autofocus={disabled ? undefined : true}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  )
}
