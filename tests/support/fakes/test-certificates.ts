import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'

export type Certificate = { cert: string; key: string }

const year = 365 * 24 * 3_600_000
let serial = 1

/** Issues a certificate with 2048 bits, since the TLS library rejects 1024. */
function issue(commonName: string, by?: { name: string; key: forge.pki.rsa.PrivateKey }) {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const cert = forge.pki.createCertificate()
  cert.publicKey = keys.publicKey
  serial += 1
  cert.serialNumber = serial.toString(16).padStart(4, '0')
  cert.validity.notBefore = new Date(Date.now() - year)
  cert.validity.notAfter = new Date(Date.now() + year)
  cert.setSubject([{ name: 'commonName', value: commonName }])
  cert.setIssuer([{ name: 'commonName', value: by?.name ?? commonName }])
  cert.setExtensions(
    by
      ? [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }]
      : [
          { name: 'basicConstraints', cA: true },
          { name: 'keyUsage', keyCertSign: true },
        ],
  )
  cert.sign(by?.key ?? keys.privateKey, forge.md.sha256.create())
  return {
    keys,
    pem: { cert: forge.pki.certificateToPem(cert), key: forge.pki.privateKeyToPem(keys.privateKey) },
  }
}

/** Returns an authority, a server and a client signed by it, and a client that is not. */
export function makeCertificates() {
  const name = 'Only for tests'
  const authority = issue(name)
  const by = { name, key: authority.keys.privateKey }
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-certificates-'))
  const storeFile = (file: string, text: string) => {
    const path = join(folder, file)
    writeFileSync(path, text)
    return path
  }
  const storeFiles = (who: string, { cert, key }: Certificate) => ({
    certFile: storeFile(`${who}.pem`, cert),
    keyFile: storeFile(`${who}.key`, key),
  })
  return {
    authority: authority.pem.cert,
    server: issue('Bank only for tests', by).pem,
    caFile: storeFile('authority.pem', authority.pem.cert),
    client: storeFiles('client', issue('Shop only for tests', by).pem),
    stranger: storeFiles('stranger', issue('Stranger').pem),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
