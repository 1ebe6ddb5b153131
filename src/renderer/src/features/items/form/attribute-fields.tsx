import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from '../../../locales/i18n'
import { Section, type FormPart } from './item-form-fields'
import { LIST_ATTRIBUTES, TEXT_ATTRIBUTES } from './item-schema'
import classes from '../items.module.css'
import { ProposedInput } from './proposed-input'

/** All attributes of the document. */
export function AttributeFields(part: FormPart) {
  const { t } = useTranslation()
  const attribute = (name: (typeof LIST_ATTRIBUTES)[number] | (typeof TEXT_ATTRIBUTES)[number]) => (
    <ProposedInput
      key={name}
      used={`attributes.${name}`}
      several={name === 'color' || name === 'pattern'}
      label={t(`items.fields.${name}`)}
      {...part.field(`attributes.${name}`)}
    />
  )
  return (
    <Section title={`${t('items.fields.attributes')} (${t('items.form.optional')})`}>
      <p className={classes['hint']}>{t('items.form.attributesHint')}</p>
      <div className={classes['pair']}>{LIST_ATTRIBUTES.map(attribute)}</div>
      <Materials {...part} />
      <div className={classes['triple']}>{TEXT_ATTRIBUTES.map(attribute)}</div>
    </Section>
  )
}

function Materials({ form, field }: FormPart) {
  const { t } = useTranslation()
  return (
    <div className={classes['materials']}>
      {form.values.attributes.material.map((_material, at) => (
        <div key={at} className={classes['photo']}>
          <ProposedInput
            used="attributes.material.value"
            label={t('items.form.materialValue', { index: at + 1 })}
            {...field(`attributes.material.${at}.value`)}
          />
          <TextInput
            label={t('items.form.materialPercent', { index: at + 1 })}
            inputMode="numeric"
            autoComplete="off"
            {...field(`attributes.material.${at}.percentage`)}
          />
          <ActionIcon
            variant="default"
            size={46}
            className={classes['remove'] ?? ''}
            aria-label={t('items.form.removeMaterial', { index: at + 1 })}
            onClick={() => form.removeListItem('attributes.material', at)}
          >
            <IconTrash aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus aria-hidden />}
        onClick={() => form.insertListItem('attributes.material', { value: '', percentage: '' })}
      >
        {t('items.form.addMaterial')}
      </Button>
    </div>
  )
}
