import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge, ValueOf } from '../../../shared/contract/bridge'
import type { PhotoView } from '../../../shared/contract/photos'
import { CAMERA_TROUBLES, type CameraTrouble } from '../../../shared/domain/station/camera-trouble'
import type { BridgeError, Result } from '../../../shared/contract/result'
import { troubleOf, type Camera, type CameraChoice, type CameraDevice } from '../ui/camera'

/** The camera over the bench. It is warm while parcels may be packed, and no pack waits for it. */

export type CameraState = {
  /** `off`: photos are off, or nobody may pack here now. */
  state: 'off' | 'starting' | 'ready' | CameraTrouble
  /** Parcels without a photo since the camera was last ready or switched on. */
  missed: number
  /** Why the last photo was not kept, though the camera took it. */
  error: BridgeError | null
  stream: MediaStream | null
  /** `null` until read. */
  cameras: readonly CameraDevice[] | null
  loadCameras(): Promise<void>
  readPhoto(shipmentId: string): Promise<Result<PhotoView | null>>
  exportPhoto(shipmentId: string): Promise<Result<ValueOf['photos:export']>>
}
export type CameraStore = StoreApi<CameraState>

export type CameraParts = {
  open: (choice: CameraChoice, onEnd: () => void) => Promise<Camera>
  list: () => Promise<CameraDevice[]>
  /** Calls back when a camera was connected or unplugged. */
  onChange: (callback: () => void) => void
}

/** Whether a person has to do something about the camera. */
export function isTrouble(state: CameraState['state']): state is CameraTrouble {
  return (CAMERA_TROUBLES as readonly string[]).includes(state)
}

/** What the camera store follows. */
export type CameraControl = {
  store: CameraStore
  /** The camera to keep warm; `null` for none. */
  follow(choice: CameraChoice | null): void
  /** Takes and keeps the photo of a parcel that was just packed. */
  photograph(shipmentId: string): Promise<void>
}

export function createCameraStore({ requests }: StationBridge, parts: CameraParts): CameraControl {
  let wanted: CameraChoice | null = null
  let camera: Camera | null = null
  /** Counts openings: one that was overtaken closes its camera. */
  let turn = 0

  const store = createStore<CameraState>()((set) => ({
    state: 'off',
    missed: 0,
    error: null,
    stream: null,
    cameras: null,
    async loadCameras() {
      const cameras = await parts.list().catch(() => [])
      set({ cameras })
    },
    readPhoto: (shipmentId) => requests['photos:read']({ shipmentId }),
    exportPhoto: (shipmentId) => requests['photos:export']({ shipmentId }),
  }))
  const { setState, getState } = store

  const reopen = async (): Promise<void> => {
    turn += 1
    const mine = turn
    camera?.close()
    camera = null
    setState({ state: wanted === null ? 'off' : 'starting', stream: null })
    if (wanted === null) return
    try {
      const opened = await parts.open(wanted, () => mine === turn && void reopen())
      if (mine !== turn) return opened.close()
      camera = opened
      setState({ state: 'ready', stream: opened.stream, missed: 0 })
      // Their names are known only now.
      await getState().loadCameras()
    } catch (error) {
      if (mine === turn) setState({ state: troubleOf(error) })
    }
  }
  /** A camera that another program used may be free by now. */
  const retry = (): void => {
    const { state } = getState()
    if (isTrouble(state)) void reopen()
  }
  parts.onChange(() => {
    void getState().loadCameras()
    retry()
  })

  const miss = (shipmentId: string, why: CameraTrouble): void => {
    setState({ missed: getState().missed + 1 })
    void requests['photos:missed']({ shipmentId, why })
    retry()
  }

  return {
    store,
    follow(choice) {
      if (choice?.deviceId === wanted?.deviceId && (choice === null) === (wanted === null)) return
      if (wanted === null) setState({ missed: 0, error: null })
      wanted = choice
      void reopen()
    },
    async photograph(shipmentId) {
      if (wanted === null) return
      const { state } = getState()
      if (camera === null) {
        return miss(shipmentId, isTrouble(state) ? state : 'camera_not_ready')
      }
      try {
        const image = await camera.take()
        const answer = await requests['photos:keep']({ shipmentId, image })
        const error = answer.ok ? null : answer.error
        // Main records a refusal itself.
        setState({ error, missed: getState().missed + (answer.ok ? 0 : 1) })
      } catch (error) {
        miss(shipmentId, troubleOf(error))
      }
    },
  }
}
