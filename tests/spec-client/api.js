// The calls of the specification (storefront §7) as its browser application makes them, errors as in §8.

export const storage = {
  get token() {
    return localStorage.getItem('token')
  },
  get user() {
    const text = localStorage.getItem('user')
    if (text === 'undefined') {
      logout()
      return null
    }
    return text ? JSON.parse(text) : null
  },
  get checkout() {
    return JSON.parse(localStorage.getItem('checkout') ?? '{"cart":[]}')
  },
  get config() {
    return config
  },
  set checkout(draft) {
    localStorage.setItem('checkout', JSON.stringify(draft))
  },
}

export function logout() {
  localStorage.clear()
}

/** Messages that screens show under their fields. */
export class FieldErrors extends Error {
  constructor(errors) {
    super(JSON.stringify(errors))
    this.errors = errors
  }
}

/** Where the API, the postal codes and the tracking page answer. */
let config = { api: '' }
export function callAt(addresses) {
  config = addresses
}

export async function call(method, path, body) {
  const loading = document.querySelector('#loading')
  loading.hidden = path.includes('get_shipping_price')
  try {
    const response = await fetch(config.api + path, {
      method,
      headers: makeHeaders(body),
      body: makeBody(body),
    })
    return await readAnswer(response)
  } finally {
    loading.hidden = true
  }
}

function makeHeaders(body) {
  return {
    'Accept-Language': 'pt-br',
    ...(storage.token ? { Authorization: `Bearer ${storage.token}` } : {}),
    ...(body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
  }
}

function makeBody(body) {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body)
}

async function readAnswer(response) {
  if (response.status === 500) alert('Um erro foi encontrado.')
  if (response.status === 401 || response.status === 404) {
    localStorage.removeItem('token')
    history.pushState(null, '', '/login')
    dispatchEvent(new PopStateEvent('popstate'))
  }
  if (response.status === 400) throw new FieldErrors(showErrors(flat(await response.json())))
  if (response.status < 200 || response.status > 299) return { status: response.status }
  const isJson = response.headers.get('Content-Type')?.includes('json')
  return { status: response.status, body: isJson ? await response.json() : await response.blob() }
}

/** Nested keys joined with an underscore; the first message of each. */
export function flat(value, name = '') {
  if (typeof value === 'string') return { [name]: value }
  if (Array.isArray(value) && typeof value[0] === 'string') return { [name]: value[0] }
  const parts = Object.entries(value).map(([key, inner]) => flat(inner, name ? `${name}_${key}` : key))
  return Object.assign({}, ...parts)
}

function showErrors(errors) {
  const { non_field_errors: whole } = errors
  if (whole)
    alert(
      whole === 'No active account found with the given credentials' ? 'Usuário ou senha inválidos' : whole,
    )
  return errors
}
