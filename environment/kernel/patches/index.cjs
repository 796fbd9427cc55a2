'use strict';
// Every fault of tslab that is put right, one file each: symptom, cause, and edits that refuse a source they don't fit.
module.exports = [
  require('./completion.cjs'),
  require('./earlier-names.cjs'),
  require('./error-outputs.cjs'),
  require('./fresh-sources.cjs'),
  require('./inspection.cjs'),
  require('./interrupts.cjs'),
  require('./live-bindings.cjs'),
  require('./local-files.cjs'),
  require('./module-cells.cjs'),
  require('./namespaces.cjs'),
  require('./project-packages.cjs'),
  require('./protocol-replies.cjs'),
  require('./queued-cells.cjs'),
  require('./quick-start.cjs'),
  require('./sends.cjs'),
  require('./shutdown.cjs'),
  require('./steady-status.cjs'),
  require('./stray-errors.cjs'),
  require('./top-level-await.cjs'),
];
