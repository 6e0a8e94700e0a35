import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '../repository.ts'

/** A copy of this repository in a temporary folder, with links to the installed dependencies. */
export class Clone {
  readonly folder = mkdtempSync(join(tmpdir(), 'fw-clone-'))

  constructor() {
    for (const file of this.#files()) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true })
      cpSync(join(repositoryRoot, file), join(this.folder, file))
    }
    this.#link()
    this.git('init', '--quiet')
    this.commit()
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8')
  }

  /** Changes the files that match a pattern. */
  change(pattern: string, edit: (text: string) => string): void {
    for (const file of globSync(pattern, { cwd: this.folder })) {
      writeFileSync(join(this.folder, file), edit(this.read(file)))
    }
  }

  commit(): void {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
    this.git('add', '--all')
    this.git(...author, 'commit', '--quiet', '--message', 'A release')
  }

  git(...words: string[]): void {
    execFileSync('git', words, { cwd: this.folder })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }

  /** Returns the existing files: Git also lists deleted files until their deletion is committed. */
  #files(): string[] {
    const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const options = { cwd: repositoryRoot, encoding: 'utf8', maxBuffer: 100_000_000 } as const
    const listed = execFileSync('git', words, options).split('\0')
    return listed.filter((file) => file !== '' && existsSync(join(repositoryRoot, file)))
  }

  /** Links each dependency, and the packages of the copy instead of those of this repository. */
  #link(): void {
    const modules = join(this.folder, 'node_modules')
    mkdirSync(join(modules, '@fw'), { recursive: true })
    for (const name of readdirSync(join(repositoryRoot, 'node_modules'))) {
      if (name === '@fw') continue
      symlinkSync(join(repositoryRoot, 'node_modules', name), join(modules, name))
    }
    for (const name of readdirSync(join(this.folder, 'packages'))) {
      symlinkSync(join(this.folder, 'packages', name), join(modules, '@fw', name))
    }
    for (const nested of globSync('packages/*/node_modules', { cwd: repositoryRoot })) {
      symlinkSync(join(repositoryRoot, nested), join(this.folder, nested))
    }
  }
}
