// The inside of the context in which a function at the edge runs. `edge-realm.ts` evaluates this file once for each
// context, before any code of a function. Nothing of the outside may reach that code but texts and numbers: a function
// or an object of the outside would lead, by its constructor, to everything that Node has.
(function enter(host) {
  const { parse, stringify } = JSON;
  const { defineProperty, freeze, getOwnPropertyNames } = Object;
  const OwnDate = Date;
  const OwnPromise = Promise;
  const OwnError = Error;
  const OwnString = String;

  /** Milliseconds since 1970, which stand still while a function runs. */
  let now = 0;

  /** What the runtime 2.0 documents, by global: `own` names of its own, `all` those of its prototype. */
  const documented = {
    Object: {
      own: 'assign create defineProperties defineProperty entries freeze getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getPrototypeOf is isExtensible isFrozen isSealed keys preventExtensions seal setPrototypeOf values',
      all: 'hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf',
    },
    Function: { own: '', all: 'apply bind call toString' },
    Array: {
      own: 'isArray of',
      all: 'concat copyWithin every fill filter find findIndex forEach includes indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toString unshift',
    },
    String: {
      own: 'fromCharCode fromCodePoint',
      all: 'charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf match padEnd padStart repeat replace replaceAll search slice split startsWith substr substring toLowerCase toString toUpperCase trim trimEnd trimStart valueOf',
    },
    Number: {
      own: 'EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NaN NEGATIVE_INFINITY POSITIVE_INFINITY isFinite isInteger isNaN isSafeInteger parseFloat parseInt',
      all: 'toExponential toFixed toPrecision toString valueOf',
    },
    Boolean: { own: '', all: 'toString valueOf' },
    RegExp: { own: '', all: 'exec test toString' },
    Promise: { own: 'all allSettled any race reject resolve', all: 'catch finally then' },
    JSON: {},
    Math: {},
    Date: {},
    Error: {},
    EvalError: {},
    RangeError: {},
    ReferenceError: {},
    SyntaxError: {},
    TypeError: {},
    URIError: {},
    ArrayBuffer: {},
    DataView: {},
    Float32Array: {},
    Float64Array: {},
    Int16Array: {},
    Int32Array: {},
    Int8Array: {},
    Uint16Array: {},
    Uint32Array: {},
    Uint8Array: {},
    Uint8ClampedArray: {},
    Infinity: {},
    NaN: {},
    undefined: {},
    decodeURI: {},
    decodeURIComponent: {},
    encodeURI: {},
    encodeURIComponent: {},
    isFinite: {},
    isNaN: {},
    parseFloat: {},
    parseInt: {},
  };

  function keepOnly(target, names) {
    const kept = names.split(' ').concat('constructor', 'prototype', 'name', 'length', 'flags', 'source', 'global');
    for (const name of getOwnPropertyNames(target)) if (!kept.includes(name)) delete target[name];
  }

  /** Leaves the language as documented. It is frozen, so that no run leaves anything to the next one. */
  function restrictGlobals(global) {
    for (const name of getOwnPropertyNames(global)) if (documented[name] === undefined) delete global[name];
    for (const name of getOwnPropertyNames(documented)) {
      const { own, all } = documented[name];
      if (own === undefined) continue;
      keepOnly(global[name], own);
      keepOnly(global[name].prototype, all);
      freeze(global[name].prototype);
      freeze(global[name]);
    }
    global.Date = StillDate;
    global.console = freeze({ log() {}, error() {} });
    for (const name of getOwnPropertyNames(global)) {
      const { configurable, value } = Object.getOwnPropertyDescriptor(global, name);
      if (configurable) defineProperty(global, name, { value, writable: false, configurable: false });
    }
  }

  function StillDate(...parts) {
    if (new.target === undefined) return new OwnDate(now).toString();
    return parts.length === 0 ? new OwnDate(now) : new OwnDate(...parts);
  }
  StillDate.prototype = OwnDate.prototype;
  StillDate.now = () => now;
  StillDate.parse = OwnDate.parse;
  StillDate.UTC = OwnDate.UTC;
  defineProperty(OwnDate.prototype, 'constructor', { value: StillDate });
  freeze(StillDate);
  freeze(OwnDate.prototype);

  const crypto = freeze({
    createHash: (algorithm) => hashOf(algorithm, undefined),
    createHmac: (algorithm, key) => hashOf(algorithm, textOf(key, 'a key')),
  });

  function hashOf(algorithm, key) {
    if (!['md5', 'sha1', 'sha256'].includes(algorithm)) throw new TypeError(`no algorithm '${algorithm}'`);
    let data = '';
    let isOver = false;
    const hash = {
      update(text) {
        if (isOver) throw new OwnError('digest was called already');
        data += textOf(text, 'data');
        return hash;
      },
      digest(encoding) {
        if (isOver) throw new OwnError('digest was called already');
        if (!['hex', 'base64', 'base64url'].includes(encoding)) throw new TypeError(`no encoding '${encoding}'`);
        isOver = true;
        return host.digest(algorithm, key, data, encoding);
      },
    };
    return freeze(hash);
  }

  function textOf(value, what) {
    if (typeof value !== 'string') throw new TypeError(`${what} has to be a string here`);
    return value;
  }

  /** The module `cloudfront` of one run, which notes what the function asks for. */
  function cloudfront(run) {
    return freeze({
      kvs: () => freeze({ get: (key, options) => read(run, key, options) }),
      updateRequestOrigin(origin) {
        const text = stringify(origin);
        const fault = host.originFault(text === undefined ? 'null' : text);
        if (fault !== undefined) throw new OwnError(`updateRequestOrigin: ${fault}`);
        run.origin = text;
      },
    });
  }

  function read(run, key, options) {
    const format = options === undefined ? 'string' : options.format;
    if (!['string', 'json'].includes(format)) throw new TypeError(`no format '${format}' here`);
    textOf(key, 'the key of a value');
    return new OwnPromise((resolve, reject) => {
      run.reads.push({ key, format, resolve, reject });
    });
  }

  function finish(run, outcome) {
    run.outcome = stringify(outcome);
  }

  /** What a function throws may have a text that throws. */
  function describe(error) {
    try {
      return OwnString(error);
    } catch {
      return 'what it threw has no text';
    }
  }

  restrictGlobals(this);

  return {
    /** Begins a run of the function that the factory makes. */
    start(factory, event, rawQuery, time) {
      now = time;
      const run = { reads: [], origin: undefined, outcome: undefined };
      const given = parse(event);
      defineProperty(given.request, 'rawQueryString', { value: () => rawQuery });
      new OwnPromise((resolve) => resolve(factory(cloudfront(run), crypto)(given)))
        .then((result) => finish(run, { result: result === undefined ? null : result, origin: run.origin }))
        .then(undefined, (error) => finish(run, { error: describe(error) }));
      return run;
    },
    /** Ends the oldest read of a run, with a value or with a fault. */
    settle(run, value, fault, time) {
      now = time;
      const { format, resolve, reject } = run.reads.shift();
      if (fault !== undefined) return reject(new OwnError(fault));
      try {
        resolve(format === 'json' ? parse(value) : value);
      } catch (error) {
        reject(error);
      }
    },
  };
});
