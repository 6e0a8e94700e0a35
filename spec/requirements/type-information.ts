export const typeInformation = {
  'types.constructor-parameters':
    'The parameters of every constructor are described: name, type, optional, nullable, default.',
  'types.decorated-methods':
    'Parameters and return type of each decorated method are described; other methods are not.',
  'types.job-handle':
    'handle of a class that implements Job is described although nothing decorates it.',
  'types.default-literal':
    'A default is known to be present, and its value is known where it is a literal.',
  'types.doc-comments':
    'The first sentence of a doc comment is the summary, and @param texts belong to their parameters.',
  'types.parameter-properties':
    'A parameter property counts as a parameter whatever its visibility.',
  'types.aliases-followed':
    'Type aliases, interfaces and enums are followed into other modules of the application.',
  'types.circular-imports': 'Classes that refer to each other across modules can be described.',
  'types.import-type':
    'A class imported with import type is imported for real where that is possible; otherwise boot stops and names the line.',
  'types.subclass-without-constructor':
    'A subclass that has no constructor has the parameters of its parent.',
  'types.unreadable':
    'A type that cannot be read is an error with its place, its text and what to write instead.',
  'types.unreadable-at-registration':
    'An unreadable type is reported when its class is registered, before any request.',
  'types.missing-information':
    'A class without type information is refused in one sentence that gives the line to add.',
  'types.same-under-every-loader':
    'A class means the same under the Node loader, Vite, Vitest, node:test and in a built application.',

  'types.string-json': 'A string accepts a JSON string and nothing else.',
  'types.string-text': 'Text for a string is taken as it is.',
  'types.string-schema': 'A string is published as type string.',
  'types.number-json': 'number and float accept any JSON number.',
  'types.number-text':
    'Text for a number is a finite decimal, with an exponent or without; anything else is refused.',
  'types.number-schema': 'number and float are published as type number.',
  'types.int-json':
    'int accepts a JSON number without fraction inside the safe range; "42" and 4.7 are refused.',
  'types.int-text': 'Text for an int is digits with an optional sign.',
  'types.int-schema': 'An int is published as type integer, without its safe range.',
  'types.bigint-json': 'bigint accepts an integral JSON number or a string of digits.',
  'types.bigint-text': 'Text for a bigint is digits with an optional minus.',
  'types.bigint-schema': 'A bigint is published as integer or string with a pattern of digits.',
  'types.bigint-sent': 'A bigint is sent as a number while that is exact, and as a string beyond.',
  'types.boolean-json': 'boolean accepts true and false.',
  'types.boolean-text': 'Text for a boolean is true, false, 1 or 0.',
  'types.boolean-schema': 'A boolean is published as type boolean.',
  'types.date-json':
    'Date accepts an RFC 3339 date-time with seconds and offset that names a real day.',
  'types.date-text': 'Text for a Date follows the same form as JSON.',
  'types.date-schema': 'A Date is published as a string of format date-time.',
  'types.literal-json': 'Literals, unions of literals and enums accept their own values alone.',
  'types.literal-text': 'Text for a literal or enum is cast before it is compared.',
  'types.literal-schema': 'Literals and enums are published as const or enum.',
  'types.literal-message':
    'A value outside a literal or enum type is answered with the list of what is allowed.',
  'types.nullable-json': 'T | null accepts null beside the values of T.',
  'types.nullable-text': 'Empty text is not null.',
  'types.nullable-schema': 'null stands in the list of types of a nullable schema.',
  'types.list-json': 'A list accepts an array and checks each element.',
  'types.list-text': 'A repeated key is a list, and a single value is a list of one.',
  'types.list-schema': 'A list is published as an array with the schema of its items.',
  'types.tuple-json': 'A tuple accepts an array of its length, each place checked by its own type.',
  'types.tuple-schema': 'A tuple is published with prefixItems and its exact length.',
  'types.record-json': 'A record accepts an object and checks each of its values.',
  'types.record-schema':
    'A record is published with the schema of its values as additionalProperties.',
  'types.class-json': 'A class accepts an object, hydrated by the rules of the hydrator.',
  'types.class-text': 'A class in a form is filled from bracketed or dotted keys.',
  'types.class-schema': 'A class is published as a reference to its component.',
  'types.class-union-json':
    'A union of classes takes the first member whose discriminating literal field fits.',
  'types.class-union-unmatched':
    'A value that fits no member of a union of classes is reported under the discriminating field.',
  'types.class-union-schema': 'A union of classes is published as oneOf with a discriminator.',
  'types.structure-json': 'Object literal types, interfaces and aliases are checked by structure.',
  'types.structure-schema':
    'Object literal types, interfaces and aliases are published by structure.',
  'types.file-form': 'A File is filled by an uploaded file.',
  'types.file-schema': 'A File is published as a string of format binary.',
  'types.promise-return': 'A method that returns Promise<T> is documented like one that returns T.',
  'types.paginator-return':
    'Paginator<T> and CursorPaginator<T> are documented with data as an array of T.',
  'types.unknown-json': 'unknown, any and object accept whatever JSON holds, null included.',
  'types.unknown-text': 'Text for unknown stays a string.',
  'types.unknown-schema': 'unknown, any and object are published as the empty schema.',
  'types.list-of': '@ListOf names the class of a list as the element type would.',
} as const
