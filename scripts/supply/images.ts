/** Files that name images of other people. */
export const imageFiles = ['Dockerfile', 'docker-compose.yml'] as const

const reference = /^(\s*image:|FROM)(\s+)([\w./-]+:[\w.-]+)(@sha256:[\da-f]{64})?/gm

/** The images that a Dockerfile or compose file names, by tag without digest, each once. */
export function imagesIn(text: string): string[] {
  return [...new Set([...text.matchAll(reference)].map(([, , , image = '']) => image))]
}

/** The text with each image at the digest of its tag; throws where one is missing or no digest. */
export function pinImages(text: string, digests: ReadonlyMap<string, string>): string {
  return text.replace(reference, (_, word: string, space: string, image: string) => {
    const digest = digests.get(image) ?? ''
    if (!/^sha256:[\da-f]{64}$/.test(digest)) throw new Error(`No digest of ${image}: got "${digest}"`)
    return `${word}${space}${image}@${digest}`
  })
}
