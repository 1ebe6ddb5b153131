import { Button, Checkbox, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { TableToChange } from '../../../../shared/contract/instructions'
import {
  FOUND_BY,
  MOST_INSTRUCTION_TEXT,
  MOST_PICTURE_BYTES,
  type FoundBy,
  type InstructedItem,
  type InstructionColumn,
  type WrittenInstruction,
} from '../../../../shared/domain/orders/instruction'
import { useTranslation } from '../../locales/i18n'
import { ChooseFile, readFileContent } from '../../parts/choose-file'
import { FolderPicture } from '../../parts/folder-picture'
import { useAct } from '../../parts/use-read'
import { gradeWords } from '../../scan/item-look'
import { useFormGuard } from '../../scan/use-form-guard'
import { DialogButtons } from '../../ui/dialog-buttons'
import { heldFor, Refusal } from './instruction-words'
import own from './instructions.module.css'

type Props = {
  /** `null`: a new one. */
  instruction: WrittenInstruction | null
  /** The item that a new one is for; `null`: it is typed. */
  item: InstructedItem | null
  table: TableToChange
  onClose: () => void
  onDone: () => void
}

/** What the instruction holds for; a change leaves it. */
type Key = Pick<WrittenInstruction, 'sku' | 'condition'>

/** The value of its option. */
const NO_PICTURE = ''

const NOT_A_PICTURE = {
  code: 'instruction_refused',
  message: 'too large, or not readable',
  fields: { file: 'picture' },
} as const

/** Writes an instruction, or changes its text, its picture and whether it is confirmed. */
export function EditInstruction({ instruction, item, table, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { asked, error, perform, clear } = useAct('instructions:write')
  // What is written is checked against what was looked at, whatever is read meanwhile.
  const [{ seen, row }] = useState({ seen: table.seen, row: instruction?.row ?? null })
  const [key, setKey] = useState<Key>(instruction ?? firstKey(item))
  const isKeyTyped = instruction === null && item === null
  const [text, setText] = useState(instruction?.text ?? '')
  const [picture, setPicture] = useState(instruction?.picture ?? null)
  const [confirm, setConfirm] = useState(instruction?.confirm ?? false)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [isRefused, setRefused] = useState(false)
  const close = () => {
    clear()
    onClose()
  }
  useFormGuard(true, { close })
  const isComplete = text.trim() !== '' && (key.sku ?? key.condition) !== null
  const save = async () => {
    setRefused(false)
    const answer = await perform({
      ...{ seen, row },
      instruction: { sku: key.sku, condition: key.condition, text, picture, confirm },
      upload: upload === null ? null : { name: upload.name, content: upload.content },
    })
    if (answer?.ok !== true) return
    clear()
    onDone()
  }
  const take = async (file: File | null) => {
    if (file === null) return
    clear()
    const content = await readFileContent(file, MOST_PICTURE_BYTES)
    setRefused(content === null)
    if (content !== null) setUpload({ name: file.name, type: file.type, content })
  }
  const lacks = (column: InstructionColumn) =>
    table.columns.includes(column) ? null : t('instructions.edit.noColumn', { column })
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={t(instruction === null ? 'instructions.edit.write' : 'instructions.edit.change')}
      size="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap="md">
          {instruction !== null && <div className={own['quiet']}>{heldFor(t, instruction, null)}</div>}
          {isKeyTyped && <TypedKey value={key} onChange={setKey} lacks={lacks} />}
          {instruction === null && item !== null && (
            <ItemKey item={item} value={key} onChange={setKey} lacks={lacks} />
          )}
          <Textarea
            label={t('instructions.edit.text')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={MOST_INSTRUCTION_TEXT}
            autosize
            minRows={3}
            maxRows={8}
            data-autofocus={!isKeyTyped || undefined}
          />
          <Group align="end" gap="sm" wrap="nowrap">
            <Select
              className={own['grow'] ?? ''}
              label={t('instructions.edit.picture')}
              description={lacks('picture')}
              data={[
                { value: NO_PICTURE, label: t('instructions.edit.noPicture') },
                ...new Set([...table.pictures, ...(picture === null ? [] : [picture])]),
              ]}
              value={upload === null ? (picture ?? NO_PICTURE) : null}
              onChange={(name) => {
                setUpload(null)
                setPicture(name === NO_PICTURE ? null : name)
                setRefused(false)
                clear()
              }}
              disabled={lacks('picture') !== null}
              allowDeselect={false}
              searchable
            />
            <ChooseFile accept="image/png,image/jpeg" onChange={(file) => void take(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  disabled={lacks('picture') !== null}
                  leftSection={<IconPhoto size={18} aria-hidden />}
                >
                  {t('instructions.edit.file')}
                </Button>
              )}
            </ChooseFile>
          </Group>
          {upload !== null && (
            <div className={own['chosen']}>
              <span className={own['picture']}>
                <img src={`data:${upload.type};base64,${upload.content}`} alt={t('instructions.picture')} />
              </span>
              {t('instructions.edit.fileHint', { name: upload.name })}
            </div>
          )}
          {upload === null && picture !== null && table.pictures.includes(picture) && (
            <FolderPicture
              key={picture}
              name={picture}
              alt={t('instructions.picture')}
              className={own['picture']}
            />
          )}
          <Checkbox
            label={t('instructions.edit.confirm')}
            description={lacks('confirm')}
            size="md"
            checked={confirm}
            onChange={(event) => setConfirm(event.currentTarget.checked)}
            disabled={lacks('confirm') !== null}
          />
        </Stack>
        <Refusal error={isRefused ? NOT_A_PICTURE : error} />
        <DialogButtons>
          <Button variant="default" onClick={close}>
            {t('instructions.edit.cancel')}
          </Button>
          <Button type="submit" loading={asked !== null} disabled={!isComplete}>
            {t('instructions.edit.save')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

type Upload = { name: string; type: string; content: string }

type KeyProps = {
  value: Key
  onChange: (key: Key) => void
  lacks: (column: InstructionColumn) => string | null
}

function TypedKey({ value, onChange, lacks }: KeyProps) {
  const { t } = useTranslation()
  const orNull = (text: string) => (text.trim() === '' ? null : text)
  return (
    <>
      <TextInput
        label={t('instructions.edit.sku')}
        value={value.sku ?? ''}
        onChange={(event) => onChange({ ...value, sku: orNull(event.currentTarget.value) })}
        maxLength={200}
        data-autofocus
      />
      <TextInput
        label={t('instructions.edit.condition')}
        description={lacks('condition') ?? t('instructions.edit.conditionHint')}
        value={value.condition ?? ''}
        onChange={(event) => onChange({ ...value, condition: orNull(event.currentTarget.value) })}
        maxLength={100}
        disabled={lacks('condition') !== null}
      />
    </>
  )
}

/** The codes of the item that the table can name. */
function codesOf({ itemNumber, externalId, mpn }: InstructedItem): Readonly<Record<FoundBy, string | null>> {
  return { item_number: itemNumber, sku: externalId, mpn, condition: null }
}

/** The warehouse's own code, if there is one. */
function firstKey(item: InstructedItem | null): Key {
  return { sku: item === null ? null : (item.externalId ?? item.mpn ?? item.itemNumber), condition: null }
}

function ItemKey({ item, value, onChange, lacks }: KeyProps & { item: InstructedItem }) {
  const { t } = useTranslation()
  const codes = codesOf(item)
  const { quality } = item
  const mayGrade = quality !== null && lacks('condition') === null
  const keys = FOUND_BY.filter((by) => (by === 'condition' ? mayGrade : codes[by] !== null))
  const chosen = keys.find((by) => codes[by] === value.sku) ?? null
  return (
    <>
      <Select
        label={t('instructions.edit.for')}
        data={keys.map((by) => ({
          value: by,
          label: t(`instructions.codes.${by}`, {
            sku: codes[by] ?? '',
            condition: quality === null ? '' : gradeWords(t, quality),
          }),
        }))}
        value={chosen}
        onChange={(by) => {
          if (by === null) return
          onChange({ sku: codes[by], condition: by === 'condition' ? quality : null })
        }}
        allowDeselect={false}
      />
      {mayGrade && chosen !== 'condition' && (
        <Checkbox
          size="md"
          label={t('instructions.onlyIn', { condition: gradeWords(t, quality) })}
          checked={value.condition !== null}
          onChange={(event) =>
            onChange({ ...value, condition: event.currentTarget.checked ? quality : null })
          }
        />
      )}
    </>
  )
}
