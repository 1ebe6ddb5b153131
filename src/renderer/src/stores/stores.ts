import { createContext, useContext } from 'react'
import { useStore, type StoreApi } from 'zustand'
import type { Station } from '../data/station'
import { createReads } from '../data/reads'
import { windowWaits } from '../data/pressed-button'
import { createWaits, type WaitState } from '../data/waits'
import { keepAwake } from '../ui/keep-awake'
import { followWall, isWallShown, createScreenStore, type ScreenState } from './screen-store'
import { printInBrowser } from '../ui/print-frame'
import { listCameras, onCamerasChange, openCamera } from '../ui/camera'
import { createTonePlayer } from '../ui/tone-player'
import { locale } from '../locales/i18n'
import { followBench } from '../scan/follow-bench'
import { keepBench } from '../scan/keep-bench'
import { createCameraStore, type CameraState } from './camera-store'
import { createEvidence } from './evidence'
import { createHandoverStore, type HandoverState } from './handover-store'
import { createLending, type LendState } from './lend-store'
import { createNoticeStore, type NoticeState } from './notice-store'
import { createOperatorStore, type OperatorState } from './operator-store'
import type { OrderState } from './order-state'
import { createOrderStore } from './order-store'
import { createPrinting } from './printing'
import { createQueueStore, type QueueState } from './queue-store'
import type { ScanState } from '../scan/scan-state'
import { createScanStore } from '../scan/scan-store'
import { OPEN_OP, OUTBOX_VIEW } from './shown'
import { createStationStore, usualOf, type StationState } from './station-store'
import { tourMemory } from '../tour/tour-memory'
import { createTourStore, type TourState } from '../tour/tour-store'

/** All stores of one window, wired to one station. */
export function createStores({ bridge: plain, onLink }: Station) {
  // The order counts. Innermost is `askAhead`, in `connectStation`: it asks before there are stores. Waits are inside lending: no answer
  // is late because a supervisor takes their time. Lending is outermost, so that the repeated call is waited for like any other.
  const { bridge: followed, store: waits } = createWaits(plain, windowWaits(document))
  const { bridge, store: lend } = createLending(followed)
  const reads = createReads(bridge)
  const station = createStationStore(bridge)
  const screen = createScreenStore(isWallShown() ? 'wall' : 'queue')
  followWall(screen)
  const settings = () => station.getState().bootstrap?.settings
  const { record, flush } = createEvidence(bridge)
  addEventListener('pagehide', () => void flush())
  const order = createOrderStore(
    bridge,
    () => ({ carrier: settings()?.carrier ?? '', warehouseId: settings()?.warehouseId ?? null }),
    {
      carriers: () => station.getState().bootstrap?.preferences.carriers.list ?? [],
      usual: () => usualOf(station.getState()),
    },
    flush,
  )
  // The last scan belongs to the operator who made it.
  const operator = createOperatorStore(bridge, flush)
  station.subscribe(({ bootstrap, bootstrapRevision }, before) => {
    if (bootstrap !== null && bootstrapRevision !== before.bootstrapRevision)
      operator.getState().take(bootstrap.signIn, bootstrapRevision)
  })
  const volume = () => station.getState().bootstrap?.preferences.sound.volume ?? 0
  const player = createTonePlayer(volume)
  const scan = createScanStore(
    bridge,
    { order, screen, operator },
    {
      play: player.play,
      record,
      everyItemScanned: () => station.getState().bootstrap?.preferences.packing.everyItemScanned === true,
      labelConfirms: () => station.getState().bootstrap?.preferences.labels.confirm === true,
      sameItemMs: () => station.getState().bootstrap?.preferences.scanner.sameItemMs ?? 0,
      // Nobody's next scan waits for a printer.
      reprint: () => printing.reprint(),
      openRound(mode) {
        handover.getState().setMode(mode)
        screen.getState().go('handover')
      },
    },
  )
  const printing = createPrinting(bridge, reads, {
    order,
    locale,
    slipWhenPacked: () => station.getState().bootstrap?.preferences.printing.slipWhenPacked === true,
    onFailure: (error) => scan.getState().say({ kind: 'print_failed', code: '', error }),
    printPage: printInBrowser,
  })
  const camera = createCameraStore(bridge, { open: openCamera, list: listCameras, onChange: onCamerasChange })
  const followCamera = () => {
    const chosen = station.getState().bootstrap?.preferences.camera
    // Nobody is filmed at a locked bench.
    camera.follow(chosen?.on === true && !operator.getState().locked ? chosen : null)
  }
  station.subscribe(followCamera)
  operator.subscribe(followCamera)
  order.subscribe(({ packedShipment }, before) => {
    if (packedShipment !== null && packedShipment !== before.packedShipment)
      void camera.photograph(packedShipment)
  })
  let awake = false
  station.subscribe(({ bootstrap }) => {
    // Electron keeps the screen on by itself.
    if (awake || bootstrap?.kiosk !== true || bootstrap.host !== 'browser') return
    awake = true
    keepAwake()
  })
  const handover = createHandoverStore(bridge)
  keepBench({ station, operator, order, screen })
  followBench(bridge, { order, screen, operator, scan }, onLink)
  const notices = createNoticeStore(bridge)
  screen.subscribe((now) => {
    // Someone who goes there because something needs a person sees that first.
    if (now.screen !== 'outbox') return
    reads.keep(OPEN_OP, null)
    reads.keep(OUTBOX_VIEW, (station.getState().bootstrap?.status.held ?? 0) > 0 ? 'held' : 'open')
  })
  bridge.onEvent((event) => {
    // A screen in the hall goes on with the next account.
    if (event.kind === 'station_replaced' && screen.getState().screen !== 'wall')
      screen.getState().go('queue')
  })
  onLink((link) => {
    station.getState().setLink(link)
    // The host may have come up after the page.
    if (link === 'up' && station.getState().error !== null) void station.getState().load()
  })
  void notices.getState().load()
  const queue = createQueueStore(bridge, reads)
  return {
    bridge,
    reads,
    station,
    waits,
    player,
    operator,
    lend,
    screen,
    order,
    scan,
    queue,
    notices,
    printing,
    tour: createTourStore(bridge, { station, screen, order, scan, notices }, reads, tourMemory()),
    camera: camera.store,
    handover,
  }
}

export type Stores = ReturnType<typeof createStores>

export const StoresContext = createContext<Stores | null>(null)

/** The stores of this window. */
export function useStores(): Stores {
  const stores = useContext(StoresContext)
  if (stores === null) throw new Error('StoresContext is missing')
  return stores
}

type States = {
  station: StationState
  waits: WaitState
  operator: OperatorState
  lend: LendState
  screen: ScreenState
  order: OrderState
  scan: ScanState
  queue: QueueState
  notices: NoticeState
  tour: TourState
  camera: CameraState
  handover: HandoverState
}

/** Follows a part of one store. */
export function useStoreOf<Name extends keyof States, Part>(
  name: Name,
  select: (state: States[Name]) => Part,
): Part {
  const stores: { [N in keyof States]: StoreApi<States[N]> } = useStores()
  return useStore(stores[name], select)
}
