export const hydrator = {
  'hydrator.collects-all-errors':
    'Every field is checked before anything is constructed, and all errors come back together.',
  'hydrator.nested-dto': 'A parameter typed as a class is hydrated from an object, at any depth.',
  'hydrator.instance-passes-through':
    'An instance of the declared class, or a File for a File, passes through as it is.',
  'hydrator.non-object-refused':
    'Text, a number or a list in the place of a nested DTO is "must be an object."',
  'hydrator.list-of-dtos': 'A list of a class is hydrated element by element.',
  'hydrator.list-instance-passes-through':
    'An element that is already an instance stays that instance.',
  'hydrator.repeated-class-stays-raw':
    'The first field whose class stands already in its nesting chain receives its raw value, through lists too.',
  'hydrator.visibility-ignored':
    'Constructor parameters alone are read, and their visibility changes neither binding nor validation.',
  'hydrator.file-beside-fields': 'A DTO may hold uploaded files beside ordinary fields.',
  'hydrator.content-type-neutral':
    'Constraints say the same whichever content type carried the data.',

  'hydrator.key-top-level': 'An error of a field stands under the name of the field.',
  'hydrator.key-nested': 'An error of a nested field stands under parent.child.',
  'hydrator.key-list': 'An error inside a list stands under field.index.child, counted from zero.',
  'hydrator.validation-failed':
    'hydrate throws ValidationFailed, whose errors map a key to a list of messages.',

  'hydrator.json-strict':
    'Values from JSON are checked against the declared type and never coerced.',
  'hydrator.text-cast': 'Values from text are cast by the declared type.',
  'hydrator.type-message-alone':
    'A value of the wrong type reports that alone; constraints see well-typed values only.',
  'hydrator.missing-takes-default': 'A missing parameter takes its default.',
  'hydrator.missing-optional': 'A missing optional parameter is undefined.',
  'hydrator.missing-required': 'A missing parameter that is neither is "is required."',
  'hydrator.null-refused': 'null for a parameter that is not nullable is "must not be null."',
  'hydrator.absence-skips-constraints': 'Constraints do not run on an accepted null or absence.',
  'hydrator.unknown-fields-ignored': 'Fields that no parameter names are ignored.',
  'hydrator.prototype-safe':
    '__proto__, constructor and prototype as keys never reach the prototype of an object.',
} as const
