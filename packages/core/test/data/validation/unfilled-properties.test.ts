import {
  Body,
  Email,
  Hydrator,
  Min,
  Post,
  Query,
  Get,
  UnusableType,
  type Class,
  type int,
} from '@fw/core'
import { expect, test } from 'vitest'
import { kernelOf } from '../../http/serving.ts'

/** Written like classes of other validators. */
class Fields {
  @Email() email!: string
  readonly age?: int
  private secret = 0
  static readonly limit = 5

  get isSecret() {
    return this.secret > 0
  }
}
class Initial {
  page: int = 1
  size = 20
}
class Assigned {
  name!: string

  constructor(init?: Partial<Assigned>) {
    Object.assign(this, init)
  }
}
class Copied {
  name: string

  constructor(init: Pick<Copied, 'name'>) {
    this.name = init.name
  }
}
class Below extends Initial {
  sort?: string
}
class Mixed {
  note!: string
  constructor(readonly id: int) {}
}
class Extended extends Mixed {
  more?: string
}

const hydrator = new Hydrator()

function refusal(target: Class): string {
  try {
    hydrator.prepare(target)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(UnusableType)
    return String(error).replace(/^.*\): /, '')
  }
}

test('a class with properties in its body is an error that shows the constructor to write', () => {
  expect(() => hydrator.hydrate(Fields, { email: 'a@b.example' })).toThrow(
    /^Fields \(.*unfilled-properties\.test\.ts:\d+:\d+\): data is passed to the constructor/,
  )
  expect(refusal(Fields)).toBe(
    'data is passed to the constructor, which does not take "email", "age". ' +
      'Replace these properties with: constructor(public email: string, readonly age?: int) {}. ' +
      'Put constraints before the parameters.',
  )
  expect(refusal(Initial)).toContain('constructor(public page: int = 1, public size = 20) {}')
  expect(refusal(Below)).toContain('"page", "size", "sort"')
  expect(refusal(Assigned)).toContain('constructor(public name: string) {}')
  expect(refusal(Copied)).toContain('constructor(public name: string) {}')
  expect(refusal(Extended)).toContain('constructor(public more?: string) {}')
})

test('a route that takes such a class is an error at boot, at any depth and in a query', () => {
  class Order {
    constructor(readonly customer: Fields | null) {}
  }
  class Orders {
    @Post('/')
    create(@Body() _order: Order): void {}
  }
  class Lists {
    @Get('/')
    list(@Query() _page: Initial): void {}
  }
  expect(() => kernelOf([Orders])).toThrow('does not take "email"')
  expect(() => kernelOf([Lists])).toThrow('does not take "page", "size"')
})

test('properties that a constructor sets, or that are not data, are allowed', () => {
  class Nothing {}
  class Constants {
    readonly kind = 'constant'
    #hidden = 0
    protected inner = ''

    get sum() {
      return this.#hidden + this.inner.length
    }
  }
  class Derived {
    readonly total: number
    cached = false

    constructor(readonly lines: number[]) {
      this.total = lines.reduce((sum, line) => sum + line, 0)
    }
  }
  class Plain {
    readonly name: string

    constructor(name: string) {
      this.name = name
    }
  }
  class Started {
    readonly at: number

    constructor() {
      this.at = 5
    }
  }
  class Constrained {
    @Min(1) readonly count: number

    constructor(count: number) {
      this.count = count
    }
  }
  for (const type of [Nothing, Constants, Derived, Plain, Started, Constrained, Mixed]) {
    expect(refusal(type)).toBe('')
  }
})
