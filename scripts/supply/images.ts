export const imageFiles = ['Dockerfile', 'docker-compose.yml'] as const

const imageReference = /^(\s*image:|FROM)(\s+)([\w./-]+:[\w.-]+)(@sha256:[\da-f]{64})?/gm

export function listImages(text: string): string[] {
  return [...new Set([...text.matchAll(imageReference)].map(([, , , image = '']) => image))]
}

/** Pins each image to the digest of its tag. Throws if a digest is missing or not valid. */
export function pinImages(text: string, digests: ReadonlyMap<string, string>): string {
  return text.replace(imageReference, (_, word: string, space: string, image: string) => {
    const digest = digests.get(image) ?? ''
    if (!/^sha256:[\da-f]{64}$/.test(digest)) throw new Error(`No digest of ${image}: got "${digest}"`)
    return `${word}${space}${image}@${digest}`
  })
}
