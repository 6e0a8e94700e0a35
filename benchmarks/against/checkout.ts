import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of this repository. */
export const here = fileURLToPath(new URL('../..', import.meta.url))

/** A commit of this repository in a temporary folder, with its packages installed. */
export class Checkout {
  readonly root: string

  private constructor(root: string) {
    this.root = root
  }

  static create(commit: string): Checkout {
    const root = join(mkdtempSync(join(tmpdir(), 'fw-against-')), 'fw')
    const checkout = new Checkout(root)
    try {
      execFileSync('git', ['worktree', 'add', '--quiet', '--detach', root, commit], { cwd: here })
      execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' })
    } catch (error) {
      checkout.remove()
      throw error
    }
    return checkout
  }

  remove(): void {
    rmSync(join(this.root, '..'), { recursive: true, force: true })
    execFileSync('git', ['worktree', 'prune'], { cwd: here })
  }
}
