import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  LIST_ATTRIBUTES,
  TEXT_ATTRIBUTES,
  type AttributeName,
  type MaterialDraft,
} from '../../stores/attributes-draft'
import type { FormPart } from './form-part'
import { Section } from './item-form-fields'
import classes from './items.module.css'

/** All attributes of the document. */
export function AttributeFields(part: FormPart) {
  const { t } = useTranslation()
  const { draft, edit } = part
  const { texts } = draft.attributes
  const field = (name: AttributeName) => (
    <TextInput
      key={name}
      label={t(`items.fields.${name}`)}
      autoComplete="off"
      value={texts[name] ?? ''}
      onChange={(event) =>
        edit({
          attributes: { ...draft.attributes, texts: { ...texts, [name]: event.currentTarget.value } },
        })
      }
    />
  )
  return (
    <Section title={`${t('items.form.attributes')} (${t('items.form.optional')})`}>
      <p className={classes['hint']}>{t('items.form.attributesHint')}</p>
      <div className={classes['pair']}>{LIST_ATTRIBUTES.map(field)}</div>
      <Materials {...part} />
      <div className={classes['triple']}>{TEXT_ATTRIBUTES.map(field)}</div>
    </Section>
  )
}

function Materials({ draft, edit, problem }: FormPart) {
  const { t } = useTranslation()
  const { materials } = draft.attributes
  const set = (next: readonly MaterialDraft[]) =>
    edit({ attributes: { ...draft.attributes, materials: next } })
  const change = (index: number, part: Partial<MaterialDraft>) =>
    set(materials.map((material, at) => (at === index ? { ...material, ...part } : material)))
  return (
    <div className={classes['materials']}>
      {materials.map(({ value, percentage }, at) => (
        <div key={at} className={classes['photo']}>
          <TextInput
            label={t('items.form.materialValue', { index: at + 1 })}
            autoComplete="off"
            value={value}
            onChange={(event) => change(at, { value: event.currentTarget.value })}
            error={problem(`material.${at}.value`)}
          />
          <TextInput
            label={t('items.form.materialPercent', { index: at + 1 })}
            inputMode="numeric"
            autoComplete="off"
            value={percentage}
            onChange={(event) => change(at, { percentage: event.currentTarget.value })}
            error={problem(`material.${at}.percentage`)}
          />
          <ActionIcon
            variant="default"
            size={46}
            className={classes['remove'] ?? ''}
            aria-label={t('items.form.removeMaterial', { index: at + 1 })}
            onClick={() => set(materials.filter((_material, index) => index !== at))}
          >
            <IconTrash aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus aria-hidden />}
        onClick={() => set([...materials, { value: '', percentage: '' }])}
      >
        {t('items.form.addMaterial')}
      </Button>
    </div>
  )
}
