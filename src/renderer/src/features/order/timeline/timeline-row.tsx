import {
  IconAlertTriangle,
  IconArchive,
  IconBan,
  IconCamera,
  IconCircleCheck,
  IconClipboardCheck,
  IconCloudUpload,
  IconHandStop,
  IconHelp,
  IconPackage,
  IconReceiptRefund,
  IconReplace,
  IconShoppingCart,
  IconTag,
  IconTruck,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react'
import type { TimelineEntry } from '../../../../../shared/domain/orders/timeline-facts'
import type { ShipmentState } from '../../../../../shared/domain/shipments/shipment'
import { showSecond, showTime } from '../../../parts/time/station-time'
import { Unbroken } from '../../../parts/unbroken'
import { ParcelPhoto } from './parcel-photo'
import classes from './timeline.module.css'
import { groupOf, textOf, whoOf, type TimelineSpeech } from './timeline-words'

type Tone = 'plain' | 'ok' | 'warn' | 'stop'
type Look = { icon: TablerIcon; tone: Tone }

const STEPS: Readonly<Record<ShipmentState, Look>> = {
  packed: { icon: IconPackage, tone: 'ok' },
  shipped: { icon: IconTruck, tone: 'ok' },
  delivered: { icon: IconCircleCheck, tone: 'ok' },
  canceled: { icon: IconBan, tone: 'warn' },
}

const LOOKS: Readonly<Record<Exclude<TimelineEntry['what'], 'parcel'>, Look>> = {
  bought: { icon: IconShoppingCart, tone: 'plain' },
  payment: { icon: IconWallet, tone: 'plain' },
  order_state: { icon: IconHelp, tone: 'warn' },
  order_canceled: { icon: IconBan, tone: 'stop' },
  parcel_state: { icon: IconHelp, tone: 'warn' },
  label: { icon: IconTag, tone: 'plain' },
  refund: { icon: IconReceiptRefund, tone: 'warn' },
  changed: { icon: IconReplace, tone: 'warn' },
  hold: { icon: IconHandStop, tone: 'warn' },
  photo: { icon: IconCamera, tone: 'plain' },
  alarm: { icon: IconAlertTriangle, tone: 'stop' },
  alarm_seen: { icon: IconAlertTriangle, tone: 'plain' },
  archived: { icon: IconArchive, tone: 'plain' },
  op: { icon: IconCloudUpload, tone: 'plain' },
  evidence: { icon: IconClipboardCheck, tone: 'plain' },
}

function lookOf(entry: TimelineEntry): Look {
  if (entry.what === 'parcel') return STEPS[entry.step]
  if (entry.what === 'op' && (entry.event === 'hold' || entry.event === 'vanish'))
    return { icon: IconAlertTriangle, tone: 'stop' }
  return LOOKS[entry.what]
}

type Props = {
  entry: TimelineEntry
  speech: TimelineSpeech
  /** Without one, the place of the time stays empty. */
  timed: boolean
}

/** When, what and who, and below it the rest. */
export function TimelineRow({ entry, speech, timed }: Props) {
  const { at } = entry
  const { zone, t } = speech
  const { icon: Icon, tone } = lookOf(entry)
  const { title, details } = textOf(speech, entry)
  const who = whoOf(t, entry)
  return (
    <li className={classes['entry']} data-group={groupOf(entry)}>
      {timed && at !== null ? (
        <time className={classes['time']} dateTime={at} title={showTime(at, zone)}>
          {showSecond(at, zone)}
        </time>
      ) : (
        <span />
      )}
      <span className={classes['dot']} data-tone={tone}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={classes['words']}>
        <div className={classes['headline']}>
          <span className={classes['title']}>{title}</span>
          {who !== '' && <span className={classes['who']}>{who}</span>}
        </div>
        {details.length > 0 && (
          <div className={classes['details']}>
            <Unbroken text={details.join(' · ')} />
          </div>
        )}
        {entry.what === 'photo' && <ParcelPhoto shipmentId={entry.shipmentId} />}
      </div>
    </li>
  )
}
