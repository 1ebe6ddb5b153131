import type { CameraTrouble } from '../../../shared/domain/station/camera-trouble'

/** A thin layer over the browser's cameras. */
export type Camera = {
  /** For a preview. */
  stream: MediaStream
  /** The present picture, a JPEG in base64. */
  take(): Promise<string>
  /** Switches the camera off. */
  close(): void
}

/** A camera by the browser's id, else by its name, else the system's first. */
export type CameraChoice = { deviceId: string | null; deviceName: string }

export type CameraDevice = { deviceId: string; name: string }

/** Bytes of a photo, as main accepts it. */
const MOST_BYTES = 500_000
/** Large enough to tell the items in a box apart. */
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } } as const
/** Tried one after the other until the picture is small enough. */
const QUALITIES = [0.8, 0.6, 0.4, 0.2] as const

const PART_BYTES = 32_768

/** The browser's names of errors. Others are `camera_failed`. */
const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotFoundError: 'camera_missing',
  OverconstrainedError: 'camera_missing',
  NotReadableError: 'camera_busy',
  AbortError: 'camera_busy',
  NotAllowedError: 'camera_denied',
  SecurityError: 'camera_denied',
}

/** What an error of a camera means to a person. */
export function troubleOf(error: unknown): CameraTrouble {
  return (error instanceof Error ? TROUBLES[error.name] : undefined) ?? 'camera_failed'
}

/** The cameras that are connected; their names are empty until one was allowed. */
export async function listCameras(): Promise<CameraDevice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ deviceId, name: label }))
}

/** Calls back when a camera was connected or unplugged. */
export function onCamerasChange(callback: () => void): void {
  navigator.mediaDevices.addEventListener('devicechange', callback)
}

/**
 * Switches a camera on and keeps it warm: a photo then takes no longer than a frame.
 * @param onEnd it was unplugged, or taken away
 * @throws an error that `troubleOf` understands
 */
export async function openCamera(choice: CameraChoice, onEnd: () => void): Promise<Camera> {
  const stream = await openStream(choice)
  for (const track of stream.getVideoTracks()) track.addEventListener('ended', onEnd)
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = stream
  await video.play()
  return {
    stream,
    take: () => takeFrom(video),
    close() {
      video.srcObject = null
      for (const track of stream.getTracks()) track.stop()
    },
  }
}

async function openStream({ deviceId, deviceName }: CameraChoice): Promise<MediaStream> {
  const open = (id: string | null) =>
    navigator.mediaDevices.getUserMedia({
      video: { ...SIZE, ...(id === null ? {} : { deviceId: { exact: id } }) },
      audio: false,
    })
  if (deviceId === null) return open(null)
  try {
    return await open(deviceId)
  } catch (error) {
    if (troubleOf(error) !== 'camera_missing') throw error
    // Another PC, or a new profile of the browser: ids differ, names do not.
    const same = (await listCameras()).find(({ name }) => name !== '' && name === deviceName)
    if (same === undefined) throw error
    return open(same.deviceId)
  }
}

async function takeFrom(video: HTMLVideoElement): Promise<string> {
  const bitmap = await createImageBitmap(video)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  for (const quality of QUALITIES) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (picture.size <= MOST_BYTES) return inBase64(picture)
  }
  throw new Error('the picture is too large')
}

async function inBase64(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  const parts: string[] = []
  // A call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + PART_BYTES)))
  return btoa(parts.join(''))
}
