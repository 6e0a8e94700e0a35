import { Body, Post, Put } from '@fw/core'

class Profile {
  constructor(
    readonly name: string,
    readonly photo: File,
    readonly scans: File[] = [],
  ) {}
}

export class Profiles {
  @Post('/profiles')
  async create(@Body() profile: Profile) {
    return {
      name: profile.name,
      type: profile.photo.type,
      scans: profile.scans.length,
    }
  }

  @Put('/logo')
  async logo(logo: File | null) {
    return { bytes: logo ? (await logo.arrayBuffer()).byteLength : 0 }
  }
}
