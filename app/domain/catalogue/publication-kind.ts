export const publicationKinds = [
  'flight',
  'maintenance',
  'parts',
  'bulletin',
  'checklist',
  'supplement',
  'logbook',
  'training',
  'other',
] as const

export type PublicationKind = (typeof publicationKinds)[number]

export function isPublicationKind(text: unknown): text is PublicationKind {
  return publicationKinds.some((kind) => kind === text)
}
