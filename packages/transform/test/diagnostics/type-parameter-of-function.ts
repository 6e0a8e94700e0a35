export const A = create<string>()
function create<T>() {
  return class {
    constructor(readonly value: T) {}
  }
}
