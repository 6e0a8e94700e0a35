import { type Class, type int, Max, MaxLength, Min, Regex } from '@fw/core'

/** Keys whose constraints `Record` takes over. */
class Keys {
  constructor(
    @MaxLength(3) readonly ofThree: string,
    @MaxLength(5) readonly short: string,
    @Regex('^a+$') readonly ofA: string,
  ) {}
}

interface Item {
  readonly foo: int | null
}
type Pair = [Item?, Item?]

class OneToThree {
  constructor(readonly value: 1 | 2 | 3) {}
}
class SixOrNull {
  constructor(readonly value: 6 | null) {}
}
class LiteralProperties {
  constructor(readonly value: { foo?: 'foo'; bar: 'bar' }) {}
}
class LineBreaks {
  constructor(readonly value: 'foo\nbar' | 'foo\rbar') {}
}
class False {
  constructor(readonly value: false) {}
}
class FalseInside {
  constructor(readonly value: [false]) {}
}
class True {
  constructor(readonly value: true) {}
}
class TrueInside {
  constructor(readonly value: [true]) {}
}
class Zero {
  constructor(readonly value: 0) {}
}
class ZeroInside {
  constructor(readonly value: [0]) {}
}
class One {
  constructor(readonly value: 1) {}
}
class OneInside {
  constructor(readonly value: [1]) {}
}
class NullCharacter {
  constructor(readonly value: 'hello\0there') {}
}
class Two {
  constructor(readonly value: 2) {}
}
class FooAndBaz {
  constructor(readonly value: { foo: 'bar'; baz: 'bax' }) {}
}
class FooInside {
  constructor(readonly value: [{ foo: 'bar' }]) {}
}
class FalseA {
  constructor(readonly value: { a: false }) {}
}
class TrueA {
  constructor(readonly value: { a: true }) {}
}
class MinusTwo {
  constructor(readonly value: -2) {}
}
class Unsafe {
  constructor(readonly value: 9007199254740992) {}
}
class Mu {
  constructor(readonly value: '\u03bc') {}
}
class Umlaut {
  constructor(readonly value: '\u00e4') {}
}
class UniqueItems {
  constructor(readonly value: Set<string | number | boolean>) {}
}
class Repeats {
  constructor(readonly value: unknown[]) {}
}
class PairWithRest {
  constructor(readonly value: [boolean, boolean, ...unknown[]]) {}
}
class Booleans {
  constructor(readonly value: [boolean, boolean]) {}
}
class RequiredFoo {
  constructor(readonly value: { foo: unknown; bar?: unknown }) {}
}
class OptionalFoo {
  constructor(readonly value: { foo?: unknown }) {}
}
class EscapedNames {
  constructor(
    readonly value: {
      'foo\nbar': unknown
      'foo"bar': unknown
      'foo\\bar': unknown
      'foo\rbar': unknown
      'foo\tbar': unknown
      'foo\fbar': unknown
    },
  ) {}
}
class PrototypeNames {
  constructor(readonly value: { __proto__: unknown; toString: unknown; constructor: unknown }) {}
}
class TypedProperties {
  constructor(readonly value: { foo?: int; bar?: string }) {}
}
class TypedEscapedNames {
  constructor(
    readonly value: {
      'foo\nbar'?: number
      'foo"bar'?: number
      'foo\\bar'?: number
      'foo\rbar'?: number
      'foo\tbar'?: number
      'foo\fbar'?: number
    },
  ) {}
}
class TypedPrototypeNames {
  constructor(
    readonly value: { __proto__?: number; toString?: { length?: string }; constructor?: number },
  ) {}
}
class BooleanRecord {
  constructor(readonly value: Record<string, boolean>) {}
}
class FurtherProperties {
  constructor(readonly value: { foo?: unknown; bar?: unknown }) {}
}
class ShortKeys {
  constructor(readonly value: Record<Keys['short'], number>) {}
}
class Integer {
  constructor(readonly value: int) {}
}
class Numeric {
  constructor(readonly value: number) {}
}
class Text {
  constructor(readonly value: string) {}
}
class Dictionary {
  constructor(readonly value: Record<string, unknown>) {}
}
class Truth {
  constructor(readonly value: boolean) {}
}
class IntegerOrText {
  constructor(readonly value: int | string) {}
}
class ListOrDictionary {
  constructor(readonly value: unknown[] | Record<string, unknown>) {}
}
class ListOrDictionaryOrNull {
  constructor(readonly value: unknown[] | Record<string, unknown> | null) {}
}
class Integers {
  constructor(readonly value: int[]) {}
}
class Tuples {
  constructor(readonly value: [Pair?, Pair?, Pair?]) {}
}
class Nested {
  constructor(readonly value: number[][][][]) {}
}
class UpToThree {
  constructor(readonly value: [unknown?, unknown?, unknown?]) {}
}
class TextAndIntegers {
  constructor(readonly value: [string, ...int[]]) {}
}
class OptionalItems {
  constructor(readonly value: [int?, string?, ...unknown[]]) {}
}
class OptionalItem {
  constructor(readonly value: [int?, ...unknown[]]) {}
}
class KeysOfThree {
  constructor(readonly value: Record<Keys['ofThree'], unknown>) {}
}
class KeysOfA {
  constructor(readonly value: Record<Keys['ofA'], unknown>) {}
}
class KeyFoo {
  constructor(readonly value: Map<'foo', unknown>) {}
}
class KeysFooAndBar {
  constructor(readonly value: Map<'foo' | 'bar', unknown>) {}
}
class BarAndFoo {
  constructor(readonly value: { bar: int } & { foo: string }) {}
}
class TwentyToThirty {
  constructor(@Max(30) @Min(20) readonly value: number) {}
}
class IntegerRecord {
  constructor(readonly value: Record<string, int>) {}
}

/** DTOs whose types publish keywords, by the names that the cases use. */
export const shapes: Readonly<Record<string, Class<object>>> = {
  '1 | 2 | 3': OneToThree,
  '6 | null': SixOrNull,
  'literal properties': LiteralProperties,
  'line breaks': LineBreaks,
  false: False,
  '[false]': FalseInside,
  true: True,
  '[true]': TrueInside,
  '0': Zero,
  '[0]': ZeroInside,
  '1': One,
  '[1]': OneInside,
  'null character': NullCharacter,
  '2': Two,
  'foo and baz': FooAndBaz,
  '[foo]': FooInside,
  'false a': FalseA,
  'true a': TrueA,
  '-2': MinusTwo,
  '2 ** 53': Unsafe,
  mu: Mu,
  umlaut: Umlaut,
  Set: UniqueItems,
  repeats: Repeats,
  'pair with rest': PairWithRest,
  pair: Booleans,
  'required foo': RequiredFoo,
  'optional foo': OptionalFoo,
  'escaped names': EscapedNames,
  'names of the prototype': PrototypeNames,
  'typed foo and bar': TypedProperties,
  'typed escaped names': TypedEscapedNames,
  'typed names of the prototype': TypedPrototypeNames,
  'record of booleans': BooleanRecord,
  'further properties': FurtherProperties,
  'record with short keys': ShortKeys,
  integer: Integer,
  number: Numeric,
  string: Text,
  object: Dictionary,
  array: Repeats,
  boolean: Truth,
  'integer | string': IntegerOrText,
  'array | object': ListOrDictionary,
  'array | object | null': ListOrDictionaryOrNull,
  integers: Integers,
  anything: Repeats,
  'tuples of tuples': Tuples,
  'lists of lists': Nested,
  'up to three': UpToThree,
  'string and integers': TextAndIntegers,
  'optional integer and string': OptionalItems,
  'optional integer': OptionalItem,
  'keys of three': KeysOfThree,
  'keys of a': KeysOfA,
  'key foo': KeyFoo,
  'keys foo and bar': KeysFooAndBar,
  'integer bar and string foo': BarAndFoo,
  '20 to 30': TwentyToThirty,
  'record of integers': IntegerRecord,
}
