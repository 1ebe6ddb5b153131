import { Stack, Tabs, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, type JSX } from 'react'
import { AccountsSection } from '../features/accounts/accounts-section'
import { ArchiveSection } from '../features/archive/archive-section'
import { ScannerSection } from '../features/calibration/scanner-section'
import { CameraSection } from '../features/camera/camera-section'
import { CarriersSettings } from '../features/carriers/carriers-settings'
import { DiagnosticsSection } from '../features/diagnostics/diagnostics-section'
import { FixedByIt } from '../features/diagnostics/fixed-by-it'
import { EvidenceSection } from '../features/evidence/evidence-section'
import { InstructionsSection } from '../features/instructions/instructions-section'
import { LabelFolderSection } from '../features/labels/label-folder-section'
import { LeavingCard } from '../features/leaving/leaving-card'
import { OperatorsSection } from '../features/operators/operators-section'
import { PrintingSettings } from '../features/print/printing-settings'
import { Backups } from '../features/settings/backups'
import { ConnectionForm } from '../features/settings/connection-form'
import type { SettingsSection } from '../features/settings/find-setting'
import { LanguageCard } from '../features/settings/language-card'
import { SettingSearch } from '../features/settings/setting-search'
import { StationForm } from '../features/settings/station-form'
import { UpdateCard } from '../features/settings/update-card'
import { SoundSettings } from '../features/sound/sound-settings'
import { StationsSection } from '../features/stations/stations-section'
import { useTranslation } from '../locales/i18n'
import { SupervisorsOnly, useMayManage } from '../parts/needs-supervisor'
import { useStoreOf } from '../stores/stores'
import classes from '../ui/section.module.css'
import own from './settings-page.module.css'

/** One tab each, in this order; the first is open. This station, packing, people, the marketplace and others, for IT. */
const SECTIONS = {
  general: General,
  scanner: ScannerSection,
  sound: SoundSettings,
  camera: CameraSection,
  carriers: CarriersSettings,
  instructions: InstructionsSection,
  labels: LabelFolderSection,
  printing: PrintingSettings,
  operators: OperatorsSection,
  evidence: EvidenceSection,
  accounts: AccountsSection,
  stations: StationsSection,
  archive: ArchiveSection,
  diagnostics: DiagnosticsSection,
} as const satisfies Record<SettingsSection, () => JSX.Element | null>

/** Each begins a group. */
const FIRST_OF_GROUP: ReadonlySet<SettingsSection> = new Set(['carriers', 'operators', 'accounts', 'archive'])

/** Packers see these sections; the first one checks by itself what they may see. */
const FOR_PACKERS: ReadonlySet<string> = new Set(['general', 'sound', 'archive', 'diagnostics'])

/** Which groups of IT's file each section sets. */
const FIXED_IN: Readonly<Record<SettingsSection, readonly string[]>> = {
  general: ['station', 'language'],
  accounts: ['accounts'],
  carriers: ['carriers', 'labels'],
  scanner: ['scanner'],
  sound: ['sound'],
  camera: ['camera'],
  instructions: [],
  labels: ['labelFolder'],
  printing: ['printing', 'sender'],
  stations: ['lan'],
  operators: ['lock', 'packing', 'queue', 'money', 'prices'],
  evidence: [],
  archive: [],
  diagnostics: [],
}

/** Sections with tables. */
const WIDE: ReadonlySet<SettingsSection> = new Set(['evidence', 'archive', 'diagnostics'])

/** As in the styles of the sections. */
const NARROW = '(max-width: 899px)'

const NAMES = Object.keys(SECTIONS) as readonly SettingsSection[]

export function SettingsPage() {
  const { t } = useTranslation()
  const bootstrap = useStoreOf('station', (state) => state.bootstrap)
  const section = useStoreOf('screen', (state) => state.section)
  const go = useStoreOf('screen', (state) => state.go)
  const mayManage = useMayManage()
  const sections = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  if (bootstrap === null) return <></>
  const { version, host } = bootstrap
  return (
    <div className={classes['page']}>
      <h1 className={classes['title']}>{t('settings.title')}</h1>
      <SettingSearch
        page={sections}
        sections={mayManage ? NAMES : NAMES.filter((name) => FOR_PACKERS.has(name))}
      />
      <Tabs
        ref={sections}
        value={section ?? NAMES[0] ?? null}
        onChange={(name) => name !== null && go('settings', name)}
        keepMounted={false}
        orientation={isNarrow ? 'horizontal' : 'vertical'}
        classNames={{
          root: own['sections'] ?? '',
          list: own['list'] ?? '',
          tabLabel: own['label'] ?? '',
          panel: own['section'] ?? '',
        }}
      >
        <Tabs.List aria-label={t('settings.title')}>
          {NAMES.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              className={`${classes['tab']} ${FIRST_OF_GROUP.has(name) ? own['first'] : ''}`}
            >
              {t(`settings.sections.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {NAMES.map((name) => {
          const Section = SECTIONS[name]
          return (
            <Tabs.Panel key={name} value={name} className={WIDE.has(name) ? (own['wide'] ?? '') : ''}>
              <FixedByIt groups={FIXED_IN[name]} />
              {mayManage || FOR_PACKERS.has(name) ? <Section /> : <SupervisorsOnly />}
            </Tabs.Panel>
          )
        })}
      </Tabs>
      <Text mt="md" className={classes['quiet']}>
        {t('settings.version', { version, host })}
      </Text>
    </div>
  )
}

function General() {
  const bootstrap = useStoreOf('station', (state) => state.bootstrap)
  const mayManage = useMayManage()
  if (bootstrap === null) return <></>
  const { connection, settings, preferences } = bootstrap
  return (
    <Stack>
      {mayManage && <ConnectionForm key={connection.mode} connection={connection} />}
      <LanguageCard language={preferences.language} />
      {mayManage ? (
        <>
          <StationForm settings={settings} />
          <Backups />
          <UpdateCard />
        </>
      ) : (
        <SupervisorsOnly />
      )}
      <LeavingCard />
    </Stack>
  )
}
