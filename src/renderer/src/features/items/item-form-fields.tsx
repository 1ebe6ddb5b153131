import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ItemDraft, TextField } from '../../stores/item-draft'
import type { en } from '../../locales/en/words'
import type { FormPart } from './form-part'
import classes from './items.module.css'

type FieldWords = keyof typeof en.items.fields

export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className={classes['card']}>
      <legend className={classes['legend']}>{title}</legend>
      {children}
    </fieldset>
  )
}

/** One line of text with its words and what is wrong with it. */
export function useField({ draft, edit, problem }: FormPart) {
  const { t } = useTranslation()
  return (name: TextField, words: FieldWords, optional = false) => ({
    label: optional
      ? `${t(`items.fields.${words}`)} (${t('items.form.optional')})`
      : t(`items.fields.${words}`),
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => edit({ [name]: event.currentTarget.value }),
    error: problem(name),
    autoComplete: 'off',
  })
}

export function WhatFields(part: FormPart) {
  const { t } = useTranslation()
  const field = useField(part)
  return (
    <Section title={t('items.form.what')}>
      <div className={classes['pair']}>
        <TextInput className={classes['wide'] ?? ''} {...field('title', 'title')} />
        <Textarea
          className={classes['wide'] ?? ''}
          autosize
          minRows={2}
          maxRows={6}
          {...field('description', 'description', true)}
        />
        <TextInput
          description={t('items.form.externalIdHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('externalId', 'external_id', true)}
        />
        <TextInput {...field('mpn', 'mpn', true)} />
      </div>
    </Section>
  )
}

export function MoneyFields(part: FormPart) {
  const { t } = useTranslation()
  const field = useField(part)
  const hint = { placeholder: t('items.form.amountHint'), inputMode: 'decimal' as const }
  return (
    <Section title={t('items.form.money')}>
      <div className={classes['triple']}>
        <TextInput {...hint} {...field('price', 'price')} />
        <TextInput {...hint} {...field('msrp', 'msrp')} />
        <TextInput
          inputMode="numeric"
          {...field('discount', 'discount')}
          label={`${t('items.form.discount')} (${t('items.form.optional')})`}
        />
      </div>
    </Section>
  )
}

const TAG_ANSWERS = ['unsaid', 'yes', 'no'] as const satisfies readonly ItemDraft['withTag'][]

export function DetailFields(part: FormPart) {
  const { t } = useTranslation()
  const field = useField(part)
  const words = { unsaid: t('items.form.unsaid'), yes: t('items.yes'), no: t('items.no') }
  return (
    <Section title={t('items.form.details')}>
      <div className={classes['pair']}>
        <TextInput {...field('quality', 'quality')} />
        <TextInput {...field('authenticationType', 'authentication_type', true)} />
        <Textarea
          className={classes['wide'] ?? ''}
          autosize
          minRows={1}
          maxRows={6}
          {...field('condition', 'condition_description', true)}
        />
        <TextInput inputMode="numeric" {...field('brandId', 'brand_id')} />
        <TextInput inputMode="numeric" {...field('warehouseId', 'warehouse_id')} />
        <div>
          <div className={classes['label']}>{t('items.form.withTag')}</div>
          <SegmentedControl
            aria-label={t('items.form.withTag')}
            data={TAG_ANSWERS.map((value) => ({ value, label: words[value] }))}
            value={part.draft.withTag}
            onChange={(withTag) => part.edit({ withTag })}
          />
        </div>
      </div>
    </Section>
  )
}
