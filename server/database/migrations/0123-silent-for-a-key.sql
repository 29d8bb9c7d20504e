-- An hour can be silent because the last key of the station was revoked.
alter table silent_hour drop constraint silent_hour_reason_check,
  add constraint silent_hour_reason_check
    check (reason in ('noSign', 'noFrames', 'notDecoded', 'noUpload', 'noKey', 'untold', 'serverOff'));
