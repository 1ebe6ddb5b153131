import { useEffect, useState } from 'react'
import type { BarcodeView } from '../../../../shared/contract/training'
import { COMMANDS } from '../../../../shared/domain/scanning/command'
import type { Offer } from '../../../../shared/domain/station/tour'
import { useTranslation } from '../../locales/i18n'
import { useStoreOf } from '../../stores/stores'
import classes from './coach.module.css'

/** The code to scan next: its name, and its barcode. */
export function OfferedCode({ offer }: { offer: Offer }) {
  const words = useCodeWords(offer)
  const code = codeOf(offer)
  const barcode = useBarcode(code)
  if (code === null) return null
  return (
    <figure className={classes['code']} data-code={code}>
      {barcode !== null && (
        <img
          src={`data:image/svg+xml,${encodeURIComponent(barcode.svg)}`}
          width={barcode.bars * BAR_PX}
          height={56}
          alt=""
        />
      )}
      <figcaption>{words}</figcaption>
    </figure>
  )
}

/** Readable by hand scanners and cameras alike; three would leave too little space for the text. */
const BAR_PX = 2

function useBarcode(code: string | null): BarcodeView | null {
  const draw = useStoreOf('tour', (state) => state.draw)
  const [drawn, setDrawn] = useState<{ code: string; barcode: BarcodeView | null } | null>(null)
  useEffect(() => {
    let wanted = true
    if (code !== null)
      void draw(code).then((barcode) => {
        if (wanted) setDrawn({ code, barcode })
      })
    return () => void (wanted = false)
  }, [code, draw])
  return drawn !== null && drawn.code === code ? drawn.barcode : null
}

function codeOf(offer: Offer): string | null {
  if (offer.kind === 'scan') return offer.code
  return offer.kind === 'command' ? COMMANDS[offer.command].code : null
}

function useCodeWords(offer: Offer): string {
  const { t } = useTranslation()
  if (offer.kind === 'scan') return t(`guide.codes.${offer.what}`, { code: offer.code })
  if (offer.kind !== 'command') return ''
  const { key, shift } = COMMANDS[offer.command]
  const name = t(`commands.names.${offer.command}`)
  return t('guide.codes.command', { name, key: shift ? `${t('commands.shift')}+${key}` : key })
}
