import { TransformNotInstalled } from './errors.ts'

/** `@fw/transform`, which reads the application's source. Throws `TransformNotInstalled`. */
export async function loadTransform(folder: string) {
  try {
    return await import('@fw/transform')
  } catch (error) {
    throw isNotInstalled(error) ? new TransformNotInstalled(folder, error) : error
  }
}

/** The part of it that builds. Throws `TransformNotInstalled`. */
export async function loadCompiler(folder: string) {
  try {
    return await import('@fw/transform/build')
  } catch (error) {
    throw isNotInstalled(error) ? new TransformNotInstalled(folder, error) : error
  }
}

/** Lets Node import the application's source; a built application does without. */
export async function registerTransform(): Promise<void> {
  try {
    await import('@fw/transform/register')
  } catch (error) {
    if (!isNotInstalled(error)) throw error
  }
}

function isNotInstalled(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'@fw/transform")
}
