/** Matches signs of an address, which mail programs turn into a link. */
const linkMarks = /:\/\/|www\.|@/giu
/** Matches the dot of a bare domain, which mail programs also link; 。 is such a dot. */
const domainDot = /[.。](?=\p{L}{2,})/gu
const MAX_MAILED_LENGTH = 60

/** Returns true for text with which a stranger could send links in the shop's mails. */
export function hasLinkMarks(text: string): boolean {
  return text.normalize('NFKC').search(linkMarks) >= 0
}

/** Returns the text with links broken; unchanged if mail programs would find none. */
export function breakLinks(text: string): string {
  const marked = text.normalize('NFKC')
  const broken = marked.replaceAll(linkMarks, ' ').replaceAll(domainDot, '. ')
  return broken === marked ? text : broken
}

/** Returns the name for the text of a mail: in quotation marks, on one line, shortened, without links. */
export function quoteName(name: string): string {
  const singleLineName = breakLinks(name).replaceAll(/\s+/g, ' ').trim()
  const letters = [...singleLineName]
  const shortName =
    letters.length > MAX_MAILED_LENGTH
      ? `${letters.slice(0, MAX_MAILED_LENGTH - 1).join('')}…`
      : singleLineName
  return `“${shortName}”`
}
