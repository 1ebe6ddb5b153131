import { Alert, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Tone = 'bad' | 'warn' | 'calm'

const LOOKS: Readonly<Record<Tone, { background: string; text: string; icon: string; height: number }>> = {
  bad: { background: 'var(--mantine-color-red-9)', text: '#fff', icon: '#fff', height: 44 },
  warn: {
    background: 'var(--bench-warn-tint)',
    text: 'var(--mantine-color-text)',
    icon: 'var(--bench-warn)',
    height: 44,
  },
  calm: {
    background: 'var(--bench-panel)',
    text: 'var(--mantine-color-text)',
    icon: 'var(--bench-warn)',
    height: 28,
  },
}

type NoticeProps = {
  /** `calm`: nobody here has to do anything, and packing goes on. */
  tone: Tone
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}

/** A message under the band. One line if there is space: what is below stays visible. */
export function Notice({ tone, icon, title, children, action }: NoticeProps) {
  const { background, text, icon: iconColor, height } = LOOKS[tone]
  return (
    <Alert
      bg={background}
      c={text}
      radius={0}
      py={tone === 'calm' ? 2 : 6}
      icon={icon}
      role={tone === 'bad' ? 'alert' : 'status'}
      styles={{
        wrapper: { alignItems: 'center' },
        message: { color: 'inherit' },
        icon: { margin: 0, marginRight: 12, color: iconColor },
      }}
    >
      <Group justify="space-between" wrap="nowrap" mih={height}>
        <Text size="md">
          <strong>{asSentence(title)}</strong> {children}
        </Text>
        {action}
      </Group>
    </Alert>
  )
}

function asSentence(title: string): string {
  return title.endsWith('?') ? title : `${title}.`
}
