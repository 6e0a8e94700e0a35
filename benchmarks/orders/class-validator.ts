import 'reflect-metadata'
import { Type } from 'class-transformer'
import {
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
  type ValidationError,
} from 'class-validator'
import { type Errors, skuPattern } from './hand-written.ts'

class Customer {
  @Matches(/\S/u, { message: 'must not be blank.' })
  @MaxLength(100, { message: 'must be at most 100 characters.' })
  @IsString({ message: 'must be a string.' })
  name!: string

  @IsEmail({}, { message: 'must be a valid email address.' })
  @IsString({ message: 'must be a string.' })
  email!: string
}

class Line {
  @Matches(skuPattern, { message: `must match the pattern ${skuPattern.source}.` })
  @IsString({ message: 'must be a string.' })
  sku!: string

  @Min(1, { message: 'must be greater than 0.' })
  @Max(999, { message: 'must be less than 1000.' })
  @IsInt({ message: 'must be an integer.' })
  quantity!: number

  @Min(Number.MIN_VALUE, { message: 'must be greater than 0.' })
  @Max(99_999.99, { message: 'must be less than 100000.' })
  @IsNumber({}, { message: 'must be a number.' })
  price!: number
}

/** The order as class-validator and class-transformer declare it. */
export class ClassValidatorOrder {
  @ValidateNested()
  @Type(() => Customer)
  @IsObject({ message: 'must be an object.' })
  customer!: Customer

  @ValidateNested({ each: true })
  @Type(() => Line)
  @IsArray({ message: 'must be an array.' })
  lines!: Line[]

  @MaxLength(500, { message: 'must be at most 500 characters.' })
  @IsString({ message: 'must be a string.' })
  @IsOptional()
  note?: string

  @IsIn(['draft', 'placed', 'paid'], { message: 'must be one of: draft, placed, paid.' })
  status!: string
}

/** The errors of class-validator in the wording of this benchmark. */
export function toErrors(found: readonly ValidationError[], prefix = '', errors: Errors = {}) {
  for (const error of found) {
    const key = prefix + error.property
    if (error.constraints) {
      errors[key] = error.value === undefined ? ['is required.'] : Object.values(error.constraints)
    }
    if (error.children) toErrors(error.children, `${key}.`, errors)
  }
  return errors
}
