/** Some short texts that a regular expression matches, or nearly. Always the same for the same expression. */
export function sampleTexts({ source, flags }: RegExp, count: number): string[] {
  const write = new PatternReader(source, flags).read()
  const random = randomOf(1)
  return [...new Set(Array.from({ length: count }, () => write(random)))]
}

type Random = (below: number) => number

type Write = (random: Random) => string

const probes = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  '\u00a0',
  'é',
  '\u2028',
  '名',
  '\ufeff',
]

class PatternReader {
  readonly #source: string
  readonly #flags: string
  #at = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags.replace(/[gy]/g, '')
  }

  read(): Write {
    const choices = [this.#readSequence()]
    while (this.#take('|')) choices.push(this.#readSequence())
    return (random) => (choices[random(choices.length)] as Write)(random)
  }

  #readSequence(): Write {
    const parts: Write[] = []
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] as string)) {
      parts.push(this.#readQuantified())
    }
    return (random) => parts.map((write) => write(random)).join('')
  }

  #readQuantified(): Write {
    const write = this.#readAtom()
    const [text = '', mark, least] = this.#match(/(?:([*+?])|\{(\d+)(?:,\d*)?\})\??/y)
    if (text === '') return write
    const from = mark === '+' ? 1 : Number(least ?? 0)
    const further = text.startsWith('?') ? 2 : /^\{\d+\}/.test(text) ? 1 : 3
    return (random) => Array.from({ length: from + random(further) }, () => write(random)).join('')
  }

  #readAtom(): Write {
    const [group, kind] = this.#match(/\((\?(?:[:=!]|<[=!]|<\w+>|[a-z]*(?:-[a-z]+)?:))?/y)
    if (group !== undefined) {
      const inner = this.read()
      this.#take(')')
      return kind?.endsWith('!') ? () => '' : inner
    }
    if (this.#match(/[$^]|\\[Bb\d]|\\k<\w+>/y).length > 0) return () => ''
    const pattern =
      /\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c\w|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/y
    const [atom = ''] = this.#match(pattern)
    const matcher = new RegExp(`^(?:${atom})$`, this.#flags)
    const characters = probes.filter((character) => matcher.test(character))
    return (random) => characters[random(characters.length)] ?? ''
  }

  #match(pattern: RegExp): readonly string[] {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source) ?? []
    this.#at += found[0]?.length ?? 0
    return found
  }

  #take(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at)
    if (isThere) this.#at += text.length
    return isThere
  }
}

function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 16) % below
  }
}
