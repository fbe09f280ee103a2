//! A configuration file as an engine finds it, for the engines that have one.

/// What reading a configuration file came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ConfigFile {
    /// There is none: the defaults hold.
    #[default]
    Absent,
    /// It is there and cannot be read.
    Unreadable,
    /// It can be read and makes no sense.
    Invalid,
    /// What it says.
    Settings(ConfigSettings),
}

/// What a configuration file may say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigSettings {
    /// The provider that is asked, whatever the model.
    pub pin: Option<String>,
}

/// The user's file, and a project's over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The user's own file.
    pub user: ConfigFile,
    /// The project's file.
    pub project: ConfigFile,
    /// Does the project's file count?
    pub project_trusted: bool,
}
