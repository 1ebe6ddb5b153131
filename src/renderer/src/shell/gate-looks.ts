import {
  IconCloud,
  IconCloudOff,
  IconHourglass,
  IconKeyOff,
  IconServerOff,
  IconUserQuestion,
  IconWorldQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import type { SyncGate } from '../../../shared/contract/views'

export type Tone = 'good' | 'warn' | 'bad' | 'plain'

/** How urgent each state of the connection is. */
export const GATE_TONES: Readonly<Record<SyncGate, Tone>> = {
  online: 'good',
  offline: 'warn',
  silent: 'warn',
  failing: 'warn',
  foreign: 'warn',
  unauthorized: 'bad',
  unproven: 'bad',
  throttled: 'warn',
  items_throttled: 'plain',
  checking: 'plain',
}

export const GATE_ICONS: Readonly<Record<SyncGate, TablerIcon>> = {
  online: IconCloud,
  offline: IconCloudOff,
  silent: IconCloudOff,
  failing: IconServerOff,
  foreign: IconWorldQuestion,
  unauthorized: IconKeyOff,
  unproven: IconUserQuestion,
  throttled: IconHourglass,
  items_throttled: IconHourglass,
  checking: IconHourglass,
}
