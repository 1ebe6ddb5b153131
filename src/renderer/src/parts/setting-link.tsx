import { Button } from '@mantine/core'
import { useStoreOf } from '../stores/stores'
import { useMayManage } from './needs-supervisor'

/** Leads from a message to the setting that mends it, for those who may change it. */
export function SettingLink({
  section,
  setting,
  onLeave,
  children,
}: {
  section: string
  /** See `settingId`; without one, the section as it begins. */
  setting?: string
  /** What must be closed first. */
  onLeave?: (() => void) | undefined
  children: string
}) {
  const go = useStoreOf('screen', (state) => state.go)
  const mayManage = useMayManage()
  if (!mayManage) return null
  return (
    <Button
      mt="xs"
      variant="default"
      display="block"
      onClick={() => {
        onLeave?.()
        go('settings', section, setting)
      }}
    >
      {children}
    </Button>
  )
}
