/** Throws the page that says "not found": for what does not exist and for what is somebody else's alike (D49). */
export function notFound(): never {
  throw new Response(null, { status: 404 })
}

/** The fields of a posted form; any other body is answered with 415 or 400. */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  const isForm =
    type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data')
  if (!isForm) throw new Response(null, { status: 415 })
  try {
    return await request.formData()
  } catch {
    throw new Response(null, { status: 400 })
  }
}
