import { Autocomplete, Button, Group, Text, TextInput } from '@mantine/core'
import { isWebAddress } from '../../../../../shared/domain/station/web-address'
import { changeLabel, readLabel, undecided, type Label } from '../../../../../shared/domain/shipments/label'
import { useTranslation } from '../../../locales/i18n'
import { useCarriers, useUsual } from '../../../parts/use-carriers'
import { useStoreOf } from '../../../stores/stores'

type Props = {
  label: Label
  onChange: (label: Label) => void
  /** Reports whether the tracking number has the focus. */
  onTrackingFocus?: (focused: boolean) => void
  /** The class of fields that take the whole width. */
  wide: string
}

/**
 * Carrier, tracking number and tracking page of a label: a known carrier's page follows the number, free text stays
 * possible.
 */
export function CarrierField({ label, onChange }: Pick<Props, 'label' | 'onChange'>) {
  const { t } = useTranslation()
  const carriers = useCarriers()
  return (
    <Autocomplete
      label={t('pack.carrier')}
      data={[...new Set(carriers.filter(({ inUse }) => inUse).map(({ name }) => name))]}
      value={label.carrier}
      onChange={(carrier) => onChange(changeLabel(label, { carrier }, carriers))}
    />
  )
}

export function TrackingFields({ label, onChange, onTrackingFocus, wide }: Props) {
  const { t } = useTranslation()
  const carriers = useCarriers()
  const usual = useUsual()
  const choices = undecided(label, carriers)
  const say = useStoreOf('scan', (state) => state.say)
  const remember = useStoreOf('station', (state) => state.chooseCarrier)
  return (
    <>
      <TextInput
        className={wide}
        label={t('pack.trackingNumber')}
        value={label.trackingNumber}
        onChange={(event) =>
          onChange(changeLabel(label, { trackingNumber: event.currentTarget.value }, carriers))
        }
        onFocus={() => onTrackingFocus?.(true)}
        onBlur={() => {
          onTrackingFocus?.(false)
          // A typed number is as good as a scanned one once it is complete.
          if (label.carrier === '') onChange(readLabel(label.trackingNumber, label, carriers, usual))
        }}
      />
      {choices.length > 0 && (
        <Group className={wide} gap="xs" role="group" aria-label={t('carriers.whichOf')}>
          <Text size="sm">{t('carriers.whichOf')}</Text>
          {choices.map((carrier) => (
            <Button
              key={carrier}
              size="lg"
              variant="default"
              onClick={() => {
                onChange(changeLabel(label, { carrier }, carriers))
                void remember({ carrier, trackingNumber: label.trackingNumber })
                say({ kind: 'tracking_taken', code: label.trackingNumber })
              }}
            >
              {carrier}
            </Button>
          ))}
        </Group>
      )}
      <TextInput
        className={wide}
        label={t('pack.trackingUrl')}
        value={label.trackingUrl}
        error={isPage(label.trackingUrl) ? null : t('errors.tracking_url')}
        onChange={(event) =>
          onChange(changeLabel(label, { trackingUrl: event.currentTarget.value }, carriers))
        }
      />
    </>
  )
}

/** Empty is fine: not every parcel can be tracked. */
function isPage(url: string): boolean {
  return url.trim() === '' || isWebAddress(url.trim())
}
