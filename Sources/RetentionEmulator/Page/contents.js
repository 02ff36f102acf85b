// The contents of an app, derived from the emulator's state for display and search.

const bulletsOf = message => message.bulletPoints ?? [];

export function contents(app) {
  const places = new Map();
  for (const { messageIdentifier, productId, locale } of app.defaults) {
    if (!places.has(messageIdentifier)) places.set(messageIdentifier, []);
    places.get(messageIdentifier).push({ productId, locale });
  }
  const pictures = new Map(app.images.map(image => [image.imageIdentifier, image]));
  const uses = new Map();
  const picture = reference => {
    const image = pictures.get(reference.imageIdentifier);
    return {
      id: reference.imageIdentifier, altText: reference.altText, state: image?.imageState ?? "MISSING",
      source: image?.isKept ? `/_emulator/pictures/${image.sha256}` : null, size: image?.imageSize,
    };
  };
  const messages = app.messages.map(message => {
    const references = [message.image, ...bulletsOf(message)].filter(Boolean);
    for (const id of new Set(references.map(each => each.imageIdentifier))) uses.set(id, (uses.get(id) ?? 0) + 1);
    const shownIn = places.get(message.messageIdentifier) ?? [];
    return {
      key: message.messageIdentifier, bundleId: app.bundleId, state: message.messageState, uploadedAt: message.uploadedAt,
      header: message.header, body: message.body, headerPosition: message.headerPosition,
      image: message.image ? picture(message.image) : null,
      bullets: bulletsOf(message).map(bullet => ({ text: bullet.text, picture: picture(bullet) })),
      places: shownIn, locale: shownIn[0]?.locale ?? null,
    };
  });
  const known = new Map(messages.map(message => [message.key, message]));
  return {
    messages,
    pictures: app.images.map(image => ({
      key: image.imageIdentifier, bundleId: app.bundleId, state: image.imageState, size: image.imageSize, bytes: image.byteCount,
      uploadedAt: image.uploadedAt, sha256: image.sha256, uses: uses.get(image.imageIdentifier) ?? 0,
      source: image.isKept ? `/_emulator/pictures/${image.sha256}` : null,
    })),
    defaults: app.defaults.map(entry => {
      const message = known.get(entry.messageIdentifier);
      return {
        key: `${entry.productId}/${entry.locale}`, product: entry.productId, locale: entry.locale, message: entry.messageIdentifier,
        state: message?.state ?? "MISSING", header: message?.header ?? "",
      };
    }),
    locales: [...new Set(app.defaults.map(entry => entry.locale))].sort(),
  };
}

// Only values are searched, never the names of members.
const searched = {
  messages: each => [
    each.header, each.body, each.key, each.image?.id, each.image?.altText,
    ...each.bullets.flatMap(bullet => [bullet.text, bullet.picture.id, bullet.picture.altText]),
    ...each.places.flatMap(place => [place.productId, place.locale]), each.state.toLowerCase(),
  ],
  pictures: each => [each.key, each.sha256, each.size.toLowerCase(), each.state.toLowerCase()],
  defaults: each => [each.product, each.locale, each.message, each.header, each.state.toLowerCase()],
  requests: each => [each.method, each.path, each.status ?? "none", each.errorCode, each.fault, each.bundleId, each.endpoint],
};

// The items that match the filters and contain every word of the search, in any letter case.
export function search(kind, items, { words = "", state = "", locale = "", isUnset = false }) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(item => {
    if (state && item.state?.toLowerCase() !== state) return false;
    if (locale && item.locale !== locale && !item.places?.some(place => place.locale === locale)) return false;
    if (isUnset && item.places?.length > 0) return false;
    if (wanted.length === 0) return true;
    const text = searched[kind](item).filter(value => value !== null && value !== undefined).join("\n").toLowerCase();
    return wanted.every(word => text.includes(word));
  });
}
