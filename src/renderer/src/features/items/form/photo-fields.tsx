import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from '../../../locales/i18n'
import { Section, type FormPart } from './item-form-fields'
import classes from '../items.module.css'
import { ProposedInput } from './proposed-input'

/** Photos by their URLs; empty lines are left out. */
export function PhotoFields({ form, field }: FormPart) {
  const { t } = useTranslation()
  return (
    <Section title={t('items.form.photos')}>
      <p className={classes['hint']}>{t('items.form.photosHint')}</p>
      {form.values.photos.map((_photo, at) => (
        <div key={at} className={classes['photo']}>
          <TextInput
            label={t('items.form.photoUrl', { index: at + 1 })}
            inputMode="url"
            autoComplete="off"
            {...field(`photos.${at}.url`)}
          />
          <ProposedInput
            used="photos.subtype"
            label={t('items.form.photoSubtype', { index: at + 1 })}
            {...field(`photos.${at}.subtype`)}
          />
          <ActionIcon
            variant="default"
            size={46}
            className={classes['remove'] ?? ''}
            aria-label={t('items.form.removePhoto', { index: at + 1 })}
            onClick={() => form.removeListItem('photos', at)}
          >
            <IconTrash aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        mt="sm"
        leftSection={<IconPlus aria-hidden />}
        onClick={() => form.insertListItem('photos', { url: '', subtype: '' })}
      >
        {t('items.form.addPhoto')}
      </Button>
    </Section>
  )
}
