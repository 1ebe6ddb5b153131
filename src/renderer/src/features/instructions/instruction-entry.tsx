import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { TableToChange } from '../../../../shared/contract/instructions'
import type {
  FoundBy,
  InstructedItem,
  WrittenInstruction,
} from '../../../../shared/domain/orders/instruction'
import { useTranslation } from '../../locales/i18n'
import { FolderPicture } from '../../parts/folder-picture'
import { useMayManage } from '../../parts/needs-supervisor'
import { useAct } from '../../parts/use-read'
import { useFormGuard } from '../../scan/use-form-guard'
import { DialogButtons } from '../../ui/dialog-buttons'
import { EditInstruction } from './edit-instruction'
import { heldFor, Refusal } from './instruction-words'
import own from './instructions.module.css'

type Props = {
  instruction: WrittenInstruction
  by: FoundBy | null
  /** Of whose page it is; `null`: it is in the list of all. */
  item: InstructedItem | null
  table: TableToChange
  /** `null`: closed without a change, perhaps because the file has changed. */
  onDone: (said: Said) => void
}

export type Said = 'saved' | 'removed' | null

/** One instruction: what it says, what it holds for, and its buttons. */
export function InstructionEntry({ instruction, by, item, table, onDone }: Props) {
  const { t } = useTranslation()
  const mayManage = useMayManage()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const { text, picture, confirm } = instruction
  const close = (said: Said) => () => {
    setOpen(null)
    onDone(said)
  }
  return (
    <li className={own['entry']} data-short={item === null}>
      {picture !== null && table.pictures.includes(picture) && (
        <FolderPicture name={picture} alt={t('instructions.picture')} className={own['picture']} />
      )}
      <div className={own['said']}>
        <div className={own['text']} title={text}>
          {text}
        </div>
        <div className={own['quiet']}>
          {[heldFor(t, instruction, by), confirm ? t('instructions.confirms') : null]
            .filter((words) => words !== null)
            .join(' · ')}
        </div>
      </div>
      {mayManage && table.refused === null && (
        <div className={own['buttons']}>
          <Button
            variant="default"
            aria-label={t('instructions.changeOf', { text })}
            onClick={() => setOpen('edit')}
          >
            {t('instructions.change')}
          </Button>
          <Button
            variant="default"
            aria-label={t('instructions.removeOf', { text })}
            onClick={() => setOpen('remove')}
          >
            {t('instructions.remove')}
          </Button>
        </div>
      )}
      {open === 'edit' && (
        <EditInstruction {...{ instruction, item, table }} onClose={close(null)} onDone={close('saved')} />
      )}
      {open === 'remove' && (
        <RemoveInstruction {...{ instruction, table }} onClose={close(null)} onDone={close('removed')} />
      )}
    </li>
  )
}

type RemoveProps = {
  instruction: WrittenInstruction
  table: TableToChange
  onClose: () => void
  onDone: () => void
}

/** Asks before a row of the table is removed. */
function RemoveInstruction({ instruction, table, onClose, onDone }: RemoveProps) {
  const { t } = useTranslation()
  const { asked, error, perform, clear } = useAct('instructions:remove')
  const [{ seen, row, text }] = useState({ seen: table.seen, row: instruction.row, text: instruction.text })
  const close = () => {
    clear()
    onClose()
  }
  useFormGuard(true, { close })
  const remove = async () => {
    const answer = await perform({ seen, row })
    if (answer?.ok !== true) return
    clear()
    onDone()
  }
  return (
    <Modal opened onClose={close} title={t('instructions.edit.remove')} size="lg">
      <Text>{text}</Text>
      <Refusal error={error} />
      <DialogButtons>
        <Button variant="default" onClick={close} data-autofocus>
          {t('instructions.edit.cancel')}
        </Button>
        <Button color="red.9" loading={asked !== null} onClick={() => void remove()}>
          {t('instructions.remove')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
