import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import type { SchemaForm } from '../../../forms/use-schema-form'
import { useTranslation } from '../../../locales/i18n'
import type { ItemDraft } from './item-draft'
import type { Words } from '../../../../../locales/words'
import classes from '../items.module.css'
import { ProposedInput } from './proposed-input'

/** What every part of the form receives. */
export type FormPart = Pick<SchemaForm<ItemDraft>, 'form' | 'field'>

export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className={classes['card']}>
      <legend className={classes['legend']}>{title}</legend>
      {children}
    </fieldset>
  )
}

/** One text field with its label and its problem. */
function useField({ field }: FormPart) {
  const { t } = useTranslation()
  return (name: keyof Words['items']['fields'] & keyof ItemDraft, optional = false) => ({
    label: optional
      ? `${t(`items.fields.${name}`)} (${t('items.form.optional')})`
      : t(`items.fields.${name}`),
    autoComplete: 'off',
    ...field(name),
  })
}

export function WhatFields(part: FormPart) {
  const { t } = useTranslation()
  const field = useField(part)
  return (
    <Section title={t('items.form.what')}>
      <div className={classes['pair']}>
        <TextInput className={classes['wide'] ?? ''} {...field('title')} />
        <Textarea
          className={classes['wide'] ?? ''}
          autosize
          minRows={2}
          maxRows={6}
          {...field('description', true)}
        />
        <TextInput
          description={t('items.form.externalIdHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('external_id', true)}
        />
        <TextInput {...field('mpn', true)} />
      </div>
    </Section>
  )
}

export function MoneyFields(part: FormPart) {
  const { t } = useTranslation()
  const field = useField(part)
  const hint = { placeholder: t('items.form.amountHint'), inputMode: 'decimal' as const }
  return (
    <Section title={t('items.fields.price')}>
      <div className={classes['triple']}>
        <TextInput {...hint} {...field('price')} />
        <TextInput {...hint} {...field('msrp')} />
        <TextInput
          inputMode="numeric"
          {...field('discount')}
          label={`${t('items.form.discount')} (${t('items.form.optional')})`}
        />
      </div>
    </Section>
  )
}

const TAG_ANSWERS = ['unsaid', 'yes', 'no'] as const satisfies readonly ItemDraft['with_tag'][]

export function DetailFields(part: FormPart) {
  const { t } = useTranslation()
  const field = useField(part)
  const words = { unsaid: t('items.form.unsaid'), yes: t('items.yes'), no: t('items.no') }
  return (
    <Section title={t('items.form.details')}>
      <div className={classes['pair']}>
        <ProposedInput used="quality" {...field('quality')} />
        <ProposedInput used="authentication_type" {...field('authentication_type', true)} />
        <Textarea
          className={classes['wide'] ?? ''}
          autosize
          minRows={1}
          maxRows={6}
          {...field('condition_description', true)}
        />
        <ProposedInput used="brand_id" inputMode="numeric" {...field('brand_id')} />
        <TextInput inputMode="numeric" {...field('warehouse_id')} />
        <div>
          <div className={classes['label']}>{t('items.fields.with_tag')}</div>
          <SegmentedControl
            aria-label={t('items.fields.with_tag')}
            data={TAG_ANSWERS.map((value) => ({ value, label: words[value] }))}
            value={part.form.values.with_tag}
            onChange={(answer) => part.form.setFieldValue('with_tag', answer)}
          />
        </div>
      </div>
    </Section>
  )
}
