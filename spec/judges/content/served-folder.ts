import { join } from 'node:path'

/** The folder with the files of the application. */
export class ServedFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  path(name: string): string {
    return join(this.#folder, name)
  }
}
