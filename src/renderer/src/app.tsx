import { Button, Center, Loader, MantineProvider, Stack, Text } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { colorSchemeManager } from './color-scheme'
import { QueuePage } from './features/queue/queue-page'
import { useWelcome } from './features/guide/use-welcome'
import { ScanContext } from './scan/scan-context'
import type { Bench } from './shell/bench'
import { Shell } from './shell/shell'
import { WaitNote } from './shell/wait-note'
import type { Screen } from './stores/screen-store'
import { StoresContext, useStoreOf, type Stores } from './stores/stores'
import { theme } from './theme'
import { FirstDrawing } from './ui/after-first'
import { needAllWords, wordsOfError, useTranslation } from './locales/i18n'

/** Each with its words; what the bench shows is drawn after its words, too. */
const loadBench = async () => (await Promise.all([import('./shell/bench'), needAllWords()]))[0].bench

const onDemand = (page: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: (await Promise.all([page(), needAllWords()]))[0] }))

/** Their forms load zod and the schemas, which packing never needs. */
const withForms = (page: () => Promise<ComponentType>) =>
  onDemand(async () => {
    await import('./forms/set-up-zod')
    return page()
  })

/** Needed once in the life of a station. */
const WelcomePage = onDemand(async () => (await import('./features/guide/welcome-page')).WelcomePage)
const WallPage = onDemand(async () => (await import('./features/warehouse/wall/wall-page')).WallPage)

/** What the bench itself shows, and the wall, which has the whole window. */
type OfBench = 'queue' | 'order' | 'handover' | 'put_wall' | 'outbox' | 'wall'

const DESK_PAGES: Readonly<Record<Exclude<Screen, OfBench>, ComponentType>> = {
  desk: onDemand(async () => (await import('./pages/desk-page')).DeskPage),
  items: withForms(async () => (await import('./pages/items-page')).ItemsPage),
  categories: onDemand(async () => (await import('./features/categories/categories-page')).CategoriesPage),
  bulk: withForms(async () => (await import('./features/bulk/bulk-page')).BulkPage),
  // The charts are most of its weight.
  statistics: onDemand(async () => (await import('./pages/reports-page')).ReportsPage),
  warehouse: onDemand(async () => (await import('./features/warehouse/warehouse-page')).WarehousePage),
  settings: withForms(async () => (await import('./pages/settings-page')).SettingsPage),
}

const colors = colorSchemeManager()

export function App({ stores, nonce }: { stores: Stores; nonce: string }) {
  return (
    <StoresContext value={stores}>
      <ScanContext value={stores}>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          colorSchemeManager={colors}
          getStyleNonce={() => nonce}
          // They are in the style sheet.
          withCssVariables={false}
        >
          <Loaded />
          <WaitNote />
        </MantineProvider>
      </ScanContext>
    </StoresContext>
  )
}

/** Nothing can be shown before main has answered once. */
function Loaded() {
  const { t } = useTranslation()
  const ready = useStoreOf('station', (state) => state.bootstrap !== null)
  const error = useStoreOf('station', (state) => state.error)
  const load = useStoreOf('station', (state) => state.load)
  const screen = useStoreOf('screen', (state) => state.screen)
  const welcome = useWelcome()
  if (welcome)
    return (
      <Suspense fallback={<Waiting />}>
        <WelcomePage />
      </Suspense>
    )
  if (ready && screen === 'wall')
    return (
      <Suspense fallback={<Waiting />}>
        <WallPage />
      </Suspense>
    )
  if (ready && screen !== 'wall')
    return (
      <FirstDrawing load={loadBench}>
        {(bench) => (
          <Shell bench={bench}>
            {/* The key removes the page being left at once, with its open form, while the next one loads. */}
            <Suspense key={screen} fallback={<Waiting />}>
              <Page screen={screen} bench={bench} />
            </Suspense>
          </Shell>
        )}
      </FirstDrawing>
    )
  return (
    <Center h="100%" p="xl">
      {error === null ? (
        <Loader role="status" aria-label={t('app.loading')} />
      ) : (
        <Stack align="center" role="alert">
          <Text size="xl" fw={680}>
            {wordsOfError(t, error)}
          </Text>
          <Button onClick={() => void load()}>{t('app.retry')}</Button>
        </Stack>
      )}
    </Center>
  )
}

function Page({ screen, bench }: { screen: Exclude<Screen, 'wall'>; bench: Bench | null }) {
  if (screen === 'queue') return <QueuePage Tools={bench?.QueueTools ?? null} />
  if (screen === 'order') return bench === null ? <Waiting /> : <bench.OrderPage Notes={bench.OrderNotes} />
  if (screen === 'handover') return bench === null ? <Waiting /> : <bench.HandoverPage />
  if (screen === 'put_wall') return bench === null ? <Waiting /> : <bench.PutWallPage />
  if (screen === 'outbox') return bench === null ? <Waiting /> : <bench.OutboxPage />
  const DeskPage = DESK_PAGES[screen]
  return <DeskPage />
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <Center h="100%">
      <Loader role="status" aria-label={t('app.loading')} />
    </Center>
  )
}
