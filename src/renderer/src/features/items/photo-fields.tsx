import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PhotoDraft } from '../../stores/item-draft'
import type { FormPart } from './form-part'
import { Section } from './item-form-fields'
import classes from './items.module.css'

/** Photos by their addresses; lines that stay empty are left out. */
export function PhotoFields({ draft, edit, problem }: FormPart) {
  const { t } = useTranslation()
  const { photos } = draft
  const change = (index: number, part: Partial<PhotoDraft>) =>
    edit({ photos: photos.map((photo, at) => (at === index ? { ...photo, ...part } : photo)) })
  return (
    <Section title={t('items.form.photos')}>
      <p className={classes['hint']}>{t('items.form.photosHint')}</p>
      {photos.map(({ url, subtype }, at) => (
        <div key={at} className={classes['photo']}>
          <TextInput
            label={t('items.form.photoUrl', { index: at + 1 })}
            inputMode="url"
            autoComplete="off"
            value={url}
            onChange={(event) => change(at, { url: event.currentTarget.value })}
            error={problem(`photos.${at}.url`)}
          />
          <TextInput
            label={t('items.form.photoSubtype', { index: at + 1 })}
            autoComplete="off"
            value={subtype}
            onChange={(event) => change(at, { subtype: event.currentTarget.value })}
            error={problem(`photos.${at}.subtype`)}
          />
          <ActionIcon
            variant="default"
            size={46}
            className={classes['remove'] ?? ''}
            aria-label={t('items.form.removePhoto', { index: at + 1 })}
            onClick={() => edit({ photos: photos.filter((_photo, index) => index !== at) })}
          >
            <IconTrash aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        mt="sm"
        leftSection={<IconPlus aria-hidden />}
        onClick={() => edit({ photos: [...photos, { url: '', subtype: '' }] })}
      >
        {t('items.form.addPhoto')}
      </Button>
    </Section>
  )
}
