/** Returns the ids after 0, an id that no row has, because SQL rejects an empty list. */
export function nonEmptyIds<Id = number>(ids: Iterable<Id>): (Id | number)[] {
  return [0, ...ids]
}

/** Returns the texts after '', which the compared columns never contain, because SQL rejects an empty list. */
export function nonEmptyTexts(texts: Iterable<string>): string[] {
  return ['', ...texts]
}
