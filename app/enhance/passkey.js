/* biome-ignore-all lint/complexity/useArrowFunction: written as the other scripts are, for the engines they run in. */
/**
 * Uses passkeys as a second step (D129). Forms with data-passkey ("use" or "create") stay hidden in browsers without
 * passkeys. On submit the browser asks the device first, and the form sends its response in "credential".
 */
;(function () {
  var credentials = navigator.credentials
  if (!window.PublicKeyCredential || !credentials || !credentials.create || !window.fetch) return

  forEachElement('[data-passkey], [data-passkey-part]', function (element) {
    element.hidden = false
  })

  // Runs before other submit listeners, which would treat this form as sent.
  window.addEventListener(
    'submit',
    function (event) {
      var form = event.target
      var act = form.getAttribute('data-passkey')
      if (!act || isEmpty(form)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (form.hasAttribute('data-asking')) return
      form.setAttribute('data-asking', '')
      showError(form, '')
      requestCredential(form, act).then(
        function (credential) {
          form.removeAttribute('data-asking')
          if (!credential) return
          form.elements.credential.value = JSON.stringify(credential)
          form.submit()
        },
        function (error) {
          form.removeAttribute('data-asking')
          showError(
            form,
            form.getAttribute(error.name === 'InvalidStateError' ? 'data-known' : 'data-failed'),
          )
        },
      )
    },
    true,
  )

  /** Returns true for an empty form; the page reports what is missing. */
  function isEmpty(form) {
    return form.elements.name && form.elements.name.value === ''
  }

  function requestCredential(form, act) {
    var options = { method: 'POST', credentials: 'same-origin', body: new URLSearchParams() }
    options.body.append('purpose', form.getAttribute('data-purpose'))
    return fetch(form.getAttribute('data-challenge'), options).then(function (reply) {
      if (reply.redirected) {
        location.href = reply.url
        return null
      }
      if (!reply.ok) throw new Error(String(reply.status))
      return reply.json().then(function (keyOptions) {
        keyOptions.challenge = decodeBytes(keyOptions.challenge)
        ;(keyOptions.allowCredentials || keyOptions.excludeCredentials || []).forEach(readId)
        if (act === 'use') return credentials.get({ publicKey: keyOptions }).then(encodeAssertion)
        keyOptions.user.id = decodeBytes(keyOptions.user.id)
        return credentials.create({ publicKey: keyOptions }).then(encodeAttestation)
      })
    })
  }

  function readId(credential) {
    credential.id = decodeBytes(credential.id)
    if (credential.transports && credential.transports.length === 0) delete credential.transports
  }

  function encodeAssertion(credential) {
    var response = credential.response
    var userHandle = response.userHandle
    var assertion = {
      clientDataJSON: encodeBuffer(response.clientDataJSON),
      authenticatorData: encodeBuffer(response.authenticatorData),
      signature: encodeBuffer(response.signature),
    }
    if (userHandle && userHandle.byteLength > 0) assertion.userHandle = encodeBuffer(userHandle)
    return encodeCredential(credential, assertion)
  }

  function encodeAttestation(credential) {
    var response = credential.response
    return encodeCredential(credential, {
      clientDataJSON: encodeBuffer(response.clientDataJSON),
      attestationObject: encodeBuffer(response.attestationObject),
      transports: response.getTransports ? response.getTransports() : [],
    })
  }

  function encodeCredential(credential, response) {
    var id = encodeBuffer(credential.rawId)
    return { id: id, rawId: id, type: credential.type, response: response }
  }

  function decodeBytes(text) {
    var binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
    var bytes = new Uint8Array(binary.length)
    for (var i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
    return bytes
  }

  function encodeBuffer(buffer) {
    var bytes = new Uint8Array(buffer)
    var binary = ''
    for (var i = 0; i < bytes.length; i++) binary += String.fromCharCode(bytes[i])
    return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  }

  function showError(form, text) {
    var place = form.querySelector('[data-passkey-error]')
    place.textContent = text
    place.hidden = text === ''
  }

  function forEachElement(selector, callback) {
    Array.prototype.forEach.call(document.querySelectorAll(selector), callback)
  }
})()
