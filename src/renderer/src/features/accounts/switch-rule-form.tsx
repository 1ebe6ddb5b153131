import { Button, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { strict } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import own from './accounts.module.css'

const ruleSchema = z.object(strict(preferenceSchemas.accounts))

/** Whether a packer may switch accounts without a supervisor. */
export function SwitchRuleForm({ rule }: { rule: Preferences['accounts'] }) {
  const { t } = useTranslation()
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const { field, submit, outcome } = useSchemaForm({
    schema: ruleSchema,
    initial: rule,
    problemWords: {},
    send: (accounts) => savePreferences({ accounts }),
  })
  return (
    <form className={classes['card']} onSubmit={submit} aria-label={t('accounts.rules')}>
      <h2 className={classes['cardTitle']}>{t('accounts.rules')}</h2>
      <div className={own['fields']}>
        <Switch
          size="lg"
          label={t('accounts.packersSwitch')}
          description={t('accounts.packersSwitchHint')}
          {...field('packersSwitch', 'checkbox')}
        />
        <OutcomeAlert outcome={outcome} saved={t('accounts.saved')} />
        <div>
          <Button type="submit">{t('accounts.save')}</Button>
        </div>
      </div>
    </form>
  )
}
