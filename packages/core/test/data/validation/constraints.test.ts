import {
  attribute,
  Each,
  type Class,
  type Constraint,
  Email,
  GreaterThan,
  Hydrator,
  In,
  type int,
  LessThan,
  Max,
  MaxItems,
  MaxLength,
  Min,
  MinItems,
  MinLength,
  MultipleOf,
  NotBlank,
  Regex,
  Url,
  Uuid,
  ValidationFailed,
} from '@fw/core'
import { describe, expect, test } from 'vitest'

const hydrator = new Hydrator()

function errorsOf(target: Class<object>, data: unknown) {
  try {
    hydrator.hydrate(target, data)
    return {}
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors
    throw error
  }
}

class Contact {
  constructor(@Email() readonly value: string) {}
}
class Title {
  constructor(@NotBlank() readonly value: string) {}
}
class AtLeastThree {
  constructor(@MinLength(3) readonly value: string) {}
}
class AtMostThree {
  constructor(@MaxLength(3) readonly value: string) {}
}
class OverFive {
  constructor(@GreaterThan(5) readonly value: number) {}
}
class UnderFive {
  constructor(@LessThan(5) readonly value: number) {}
}
class Sku {
  constructor(@Regex(/^[A-Z]{2}\d$/) readonly value: string) {}
}
class SkuByText {
  constructor(@Regex('^[A-Z]{2}\\d$') readonly value: string) {}
}
class Colour {
  constructor(@In(['red', 'green']) readonly value: string) {}
}
class Link {
  constructor(@Url() readonly value: string) {}
}
class Key {
  constructor(@Uuid() readonly value: string) {}
}

function accepts(target: Class<object>, ...values: unknown[]) {
  for (const value of values) expect([value, errorsOf(target, { value })]).toEqual([value, {}])
}

function refuses(target: Class<object>, message: string, ...values: unknown[]) {
  for (const value of values) {
    expect([value, errorsOf(target, { value })]).toEqual([value, { value: [message] }])
  }
}

test('Email accepts addresses and refuses everything else', () => {
  accepts(
    Contact,
    'a@b.co',
    'ada.lovelace+x@mail.example.com',
    "o'hara@x-y.org",
    `${'a'.repeat(64)}@${'b'.repeat(63)}.co`,
  )
  refuses(
    Contact,
    'must be a valid email address.',
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.de',
    'a@b..co',
    '.a@b.co',
    'a@-b.co',
    'a@b.co\n',
    `${'a'.repeat(64)}@${'b.'.repeat(100)}co`,
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(64)}.co`,
  )
})

test('NotBlank refuses empty strings and whitespace', () => {
  accepts(Title, 'x', ' x ')
  refuses(Title, 'must not be blank.', '', ' ', '\t\n', '\u00a0', '\u3000')
})

test('MinLength refuses shorter strings', () => {
  accepts(AtLeastThree, 'abc', 'abcd')
  refuses(AtLeastThree, 'must be at least 3 characters.', '', 'ab')
})

test('MaxLength refuses longer strings', () => {
  accepts(AtMostThree, '', 'abc')
  refuses(AtMostThree, 'must be at most 3 characters.', 'abcd')
})

test('lengths count code points', () => {
  accepts(AtMostThree, '😀😀😀', '日本語')
  refuses(AtMostThree, 'must be at most 3 characters.', '😀😀😀😀', '😀😀ab')
  accepts(AtLeastThree, '😀😀😀', '😀a😀')
  refuses(AtLeastThree, 'must be at least 3 characters.', '😀😀', '😀a')
})

test('GreaterThan refuses its limit and lower values', () => {
  accepts(OverFive, 5.001, 6)
  refuses(OverFive, 'must be greater than 5.', 5, 4, -1)
})

test('LessThan refuses its limit and higher values', () => {
  accepts(UnderFive, 4.999, -6)
  refuses(UnderFive, 'must be less than 5.', 5, 6)
})

test('Regex refuses text without a match', () => {
  accepts(Sku, 'AB1')
  refuses(Sku, 'must match the pattern ^[A-Z]{2}\\d$.', 'ab1', 'AB', 'AB12')
  refuses(SkuByText, 'must match the pattern ^[A-Z]{2}\\d$.', 'ab1')
})

test('In compares strictly', () => {
  class Numbers {
    constructor(@In([1, '2']) readonly value: unknown) {}
  }
  accepts(Colour, 'red', 'green')
  refuses(Colour, 'must be one of: red, green.', 'blue', 'Red')
  accepts(Numbers, 1, '2')
  refuses(Numbers, 'must be one of: 1, 2.', '1', 2)
})

test('Url accepts absolute URLs of RFC 3986', () => {
  accepts(
    Link,
    'https://example.com',
    'http://localhost:3000/a?b=c#d',
    'ftp://u:p@h.org/x%20y',
    'http://[::1]:8080/',
    'http://[::ffff:192.168.0.1]/',
    'http://[1:2:3:4:5:6:10.0.0.255]/',
    'http://192.168.0.1',
  )
  refuses(
    Link,
    'must be a valid URL.',
    '',
    'example.com',
    '/path',
    'http://',
    'http://a b',
    'http://[::1',
    'http://[::10.0.0.256]/',
    'http://[1:2:3:4:5:6:7:10.0.0.1]/',
    'http://x/%zz',
    'javascript:alert(1)',
    'http://a\n',
  )
})

test('Uuid accepts every version of RFC 9562', () => {
  accepts(
    Key,
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((version) => `0190163d-8694-${version}39b-aea5-966c26f8ad91`),
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  )
  refuses(
    Key,
    'must be a valid UUID.',
    '',
    '0190163d-8694-939b-aea5-966c26f8ad91',
    '0190163d-8694-739b-cea5-966c26f8ad91',
    '0190163d8694739baea5966c26f8ad91',
    'urn:uuid:0190163d-8694-739b-aea5-966c26f8ad91',
  )
})

test('all constraints of a parameter run', () => {
  class Both {
    constructor(@MinLength(3) @Regex(/^[a-z]+$/) @In(['abc']) readonly value: string) {}
  }
  expect(errorsOf(Both, { value: 'A' })).toEqual({
    value: [
      'must be at least 3 characters.',
      'must match the pattern ^[a-z]+$.',
      'must be one of: abc.',
    ],
  })
})

test('a constraint on a property applies to the parameter', () => {
  class WithProperty {
    @Email() readonly value: string
    constructor(value: string) {
      this.value = value
    }
  }
  expect(errorsOf(WithProperty, { value: 'x' })).toEqual({
    value: ['must be a valid email address.'],
  })
})

class EvenConstraint implements Constraint {
  validate(value: unknown): string | null {
    return typeof value === 'number' && value % 2 === 0 ? null : 'must be even.'
  }
}
const Even = attribute(EvenConstraint)

class Pair {
  constructor(@Even() readonly value: int) {}
}

test('a class with a validate method can be turned into a constraint decorator', () => {
  accepts(Pair, 2, 0)
  refuses(Pair, 'must be even.', 3)
})

describe('invalid constraints throw when the class is read', () => {
  test('flags that a schema pattern cannot express', () => {
    class Flagged {
      constructor(@Regex(/^a$/i) readonly value: string) {}
    }
    expect(() => errorsOf(Flagged, { value: 'a' })).toThrow(
      'Flagged, parameter 1: @Regex(/^a$/i) has the flags "i", which JSON Schema does not support. ' +
        'Change the pattern instead, such as [A-Za-z] for [a-z] with "i".',
    )
  })

  test('a pattern that is not valid in ECMA-262', () => {
    class Broken {
      constructor(@Regex('[') readonly value: string) {}
    }
    expect(() => errorsOf(Broken, { value: 'a' })).toThrow(/^Broken, parameter 1: Invalid regular/)
  })

  test('a constraint for text on a list', () => {
    class Tags {
      constructor(@MinLength(1) readonly tags: string[]) {}
    }
    expect(() => errorsOf(Tags, { tags: [] })).toThrow(
      /^Tags\.tags \(.*constraints\.test\.ts:\d+:\d+\): @MinLength is for values of type string, but the type is array\. Remove it, or change the type\.$/,
    )
  })

  test('a constraint on a property without a parameter', () => {
    class Stray {
      @Email() readonly address: string = ''
      constructor(readonly name: string) {}
    }
    expect(() => errorsOf(Stray, { name: 'a' })).toThrow(
      'Stray.address: the property has a constraint, but no constructor parameter has its name. ' +
        'Add the parameter, or remove the constraint.',
    )
  })
})

class Between {
  constructor(@Min(1) @Max(5) readonly value: number) {}
}
class ByTenths {
  constructor(@MultipleOf(0.1) readonly value: number) {}
}
class ByThrees {
  constructor(@MultipleOf(3) readonly value: int) {}
}
class Several {
  constructor(@MinItems(1) @MaxItems(2) readonly value: Set<string>) {}
}
class Mails {
  constructor(@Each(Email(), MaxLength(9)) readonly value: (string | null)[]) {}
}

test('Min and Max accept their limits', () => {
  accepts(Between, 1, 5, 2.5)
  refuses(Between, 'must be at least 1.', 0.999, -1)
  refuses(Between, 'must be at most 5.', 5.001, 1e21)
})

test('MultipleOf uses decimal arithmetic', () => {
  accepts(ByTenths, 0.3, -0.7, 0, 12, 1e21, 1.1)
  refuses(ByTenths, 'must be a multiple of 0.1.', 0.35, 1e-9, 5e-324)
  accepts(ByThrees, 9007199254740990, -3, -0)
  refuses(ByThrees, 'must be a multiple of 3.', 1, 9007199254740991)
  for (const factor of [0, -1, NaN, Infinity]) {
    class Wrong {
      constructor(@MultipleOf(factor) readonly value: number) {}
    }
    expect(() => hydrator.prepare(Wrong)).toThrow(`@MultipleOf(${factor}) is invalid.`)
  }
})

test('MinItems and MaxItems count the elements of lists and sets', () => {
  accepts(Several, ['a'], ['a', 'b'])
  refuses(Several, 'must have at least 1 elements.', [])
  refuses(Several, 'must have at most 2 elements.', ['a', 'b', 'c'])
})

test('MinItems next to other types is for the lists and sets', () => {
  class Either {
    constructor(
      @MinItems(2) readonly list: string[] | boolean,
      @MinItems(2) readonly set: Set<string> | boolean = true,
    ) {}
  }
  expect(hydrator.hydrate(Either, { list: true, set: false })).toEqual(new Either(true, false))
  expect(hydrator.hydrate(Either, { list: ['a', 'b'], set: ['a', 'b'] })).toEqual(
    new Either(['a', 'b'], new Set(['a', 'b'])),
  )
  expect(errorsOf(Either, { list: ['a'], set: ['a'] })).toEqual({
    list: ['must have at least 2 elements.'],
    set: ['must have at least 2 elements.'],
  })
})

test('the constraint of a list of objects is checked if all elements are valid', () => {
  class Line {
    constructor(readonly sku: string) {}
  }
  class Lines {
    constructor(@MinItems(2) readonly lines: Line[]) {}
  }
  expect(errorsOf(Lines, { lines: [{}] })).toEqual({ 'lines.0.sku': ['is required.'] })
  expect(errorsOf(Lines, { lines: [{ sku: 'a' }] })).toEqual({
    lines: ['must have at least 2 elements.'],
  })
})

test('Each reports the element', () => {
  accepts(Mails, [], ['a@b.de', null])
  expect(errorsOf(Mails, { value: ['a@b.de', 'x', null, 'long@mails.de'] })).toEqual({
    'value.1': ['must be a valid email address.'],
    'value.3': ['must be at most 9 characters.'],
  })
  class Wrong {
    constructor(@Each(Email()) readonly value: string) {}
  }
  expect(() => hydrator.prepare(Wrong)).toThrow(
    '@Each is for the elements of a list or Set, but the type is neither. Remove it, or declare a list.',
  )
  class Either {
    constructor(
      readonly value: Mails['value'] | int,
      @Each(MaxLength(2)) readonly more: string[] | boolean = true,
    ) {}
  }
  expect(errorsOf(Either, { value: ['x'], more: ['abc'] })).toEqual({
    'value.0': ['must be a valid email address.'],
    'more.0': ['must be at most 2 characters.'],
  })
  expect(hydrator.hydrate(Either, { value: 5, more: false })).toEqual(new Either(5, false))
  class Inside {
    constructor(@Each(Email()) readonly value: int[]) {}
  }
  expect(() => hydrator.prepare(Inside)).toThrow(
    '@Email is for values of type string, but the type is number.',
  )
})
