import { Alert } from '@mantine/core'
import { IconAlertTriangle, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  title?: string
  icon?: TablerIcon
  /** A parcel is in the packer's hands: read from a metre away. */
  large?: boolean
  children: ReactNode
}

/** Something of the order on the page must not go on as it is. */
export function StopAlert({ title, icon: Icon = IconAlertTriangle, large = false, children }: Props) {
  return (
    <Alert
      role="alert"
      variant="filled"
      color="red.9"
      radius={0}
      mb="sm"
      icon={<Icon size={large ? 40 : 24} aria-hidden />}
      title={title}
      styles={large ? { title: { fontSize: '1.5rem' }, icon: { width: 44, height: 44 } } : {}}
    >
      {children}
    </Alert>
  )
}
