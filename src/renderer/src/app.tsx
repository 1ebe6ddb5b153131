import { Button, Center, Loader, MantineProvider, Stack, Text } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { colorSchemeManager } from './color-scheme'
import { HandoverPage } from './features/handover/handover-page'
import { OrderPage } from './features/order/order-page'
import { OutboxPage } from './features/outbox/outbox-page'
import { QueuePage } from './features/queue/queue-page'
import { useWelcome } from './features/guide/use-welcome'
import { ScanContext } from './scan/scan-context'
import { Shell } from './shell/shell'
import { WaitNote } from './shell/wait-note'
import type { Screen } from './stores/screen-store'
import { StoresContext, useStoreOf, type Stores } from './stores/stores'
import { theme } from './theme'
import { FirstDrawing } from './ui/after-first'
import { wordsOfError } from './locales/i18n'

/** The charts are most of its weight, and not needed to pack. */
const ReportsPage = lazy(async () => ({
  default: (await import('./pages/reports-page')).ReportsPage,
}))

const WarehousePage = lazy(async () => ({
  default: (await import('./features/warehouse/warehouse-page')).WarehousePage,
}))
const WallPage = lazy(async () => ({
  default: (await import('./features/warehouse/wall-page')).WallPage,
}))

/** A supervisor's look at all orders. */
const OrdersDeskPage = lazy(async () => ({
  default: (await import('./features/orders-desk/desk-page')).OrdersDeskPage,
}))

/** A supervisor's look at the catalog. */
const CategoriesPage = lazy(async () => ({
  default: (await import('./features/categories/categories-page')).CategoriesPage,
}))

/** Needed once in the life of a station. */
const WelcomePage = lazy(async () => ({
  default: (await import('./features/guide/welcome-page')).WelcomePage,
}))

/** Their forms load zod and the schemas, which packing never needs. */
const withForms = (page: () => Promise<ComponentType>) =>
  lazy(async () => {
    await import('./forms/set-up-zod')
    return { default: await page() }
  })
const ItemsPage = withForms(async () => (await import('./features/items/items-page')).ItemsPage)
const BulkPage = withForms(async () => (await import('./features/bulk/bulk-page')).BulkPage)
const SettingsPage = withForms(async () => (await import('./pages/settings-page')).SettingsPage)

/** The wall has the whole window. */
const PAGES: Readonly<Record<Exclude<Screen, 'wall'>, ComponentType>> = {
  queue: QueuePage,
  order: OrderPage,
  handover: HandoverPage,
  desk: OrdersDeskPage,
  items: ItemsPage,
  categories: CategoriesPage,
  bulk: BulkPage,
  outbox: OutboxPage,
  statistics: ReportsPage,
  warehouse: WarehousePage,
  settings: SettingsPage,
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
  if (ready && screen !== 'wall') {
    const Page = PAGES[screen]
    return (
      <FirstDrawing>
        <Shell>
          {/* The key removes the page being left at once, with its open form, while the next one loads. */}
          <Suspense key={screen} fallback={<Waiting />}>
            <Page />
          </Suspense>
        </Shell>
      </FirstDrawing>
    )
  }
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

function Waiting() {
  const { t } = useTranslation()
  return (
    <Center h="100%">
      <Loader role="status" aria-label={t('app.loading')} />
    </Center>
  )
}
