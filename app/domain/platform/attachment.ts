export const maxAttachmentBytes = 20 * 1024 * 1024

export const maxPhotoBytes = 10 * 1024 * 1024

export const maxStatusFileBytes = 20 * 1024 * 1024

export const maxPageFileBytes = 10 * 1024 * 1024

export const maxApiFileBytes = 10 * 1024 * 1024

export const attachmentKinds = ['nfe', 'file'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

const signatures: readonly { type: string; suffix: string; bytes: readonly number[] }[] = [
  { type: 'application/pdf', suffix: '.pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/png', suffix: '.png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', suffix: '.jpg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', suffix: '.gif', bytes: [0x47, 0x49, 0x46, 0x38] },
]

/** Detects PDF, image or XML by the content. Returns null for other files. */
export function detectAttachmentType(content: Uint8Array): { type: string; suffix: string } | null {
  const signature = signatures.find(({ bytes }) => bytes.every((byte, index) => content[index] === byte))
  if (signature) return { type: signature.type, suffix: signature.suffix }
  return isXml(content) ? { type: 'application/xml', suffix: '.xml' } : null
}

function isXml(content: Uint8Array): boolean {
  // Text contains no NUL bytes.
  if (content.includes(0)) return false
  const beginning = new TextDecoder().decode(content.subarray(0, 200)).trimStart()
  return /^<\?xml\s/.test(beginning) || /^<(nfeProc|NFe|procEventoNFe)[\s>]/.test(beginning)
}

/** Returns the name without folders, with the extension that the content requires. */
export function formatAttachmentName(sentName: string, suffix: string): string {
  const baseName =
    sentName
      .normalize('NFC')
      .replace(/\p{Cc}/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() ?? ''
  const stem = baseName.toLowerCase().endsWith(suffix) ? baseName.slice(0, -suffix.length) : baseName
  return `${stem.replace(/^\.+/, '').slice(0, 120) || 'arquivo'}${suffix}`
}
